/** Characters that are safe in a log line and easy to search for. */
const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Returns the `X-Request-Id` that the caller (a proxy, a tracing client) sent, or undefined if it is missing or
 * malformed. It is logged beside our own id, which is the one that responses carry.
 */
export function callerRequestId({ headers }: Pick<Request, "headers">): string | undefined {
  const given = headers.get("x-request-id");
  return given !== null && WELL_FORMED.test(given) ? given : undefined;
}
