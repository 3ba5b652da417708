/** What is safe in a log line and in a search for one. */
const WELL_FORMED = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The `X-Request-Id` that the caller (a proxy, a client that traces) sent with its request: logged beside our own, which is
 * the one that answers carry. Undefined where it is missing or not well formed.
 */
export function callerRequestId({ headers }: Pick<Request, "headers">): string | undefined {
  const given = headers.get("x-request-id");
  return given !== null && WELL_FORMED.test(given) ? given : undefined;
}
