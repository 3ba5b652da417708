import type { ServerResponse } from "node:http";

/**
 * Next drops `Content-Encoding` from a route handler's response, so this header passes the encoding to the server.
 */
export const ENCODING_HEADER = "X-Pegboard-Encoding";
/** Set on `globalThis`, because Next's bundle and the server each have a copy of this module. */
const RESTORED = Symbol.for("pegboard.encoding-restored");

/** Announces that this process passes every response through `restoreEncoding`. */
export function announceEncodingRestored(): void {
  Reflect.set(globalThis, RESTORED, true);
}

/** Whether a route handler may return a compressed body. Outside the one-machine server, the host compresses. */
export function mayCompress(): boolean {
  return Reflect.has(globalThis, RESTORED);
}

export function encodedAs(encoding: string): Record<string, string> {
  return { [ENCODING_HEADER]: encoding };
}

/** Restores the `Content-Encoding` that the route handler set. Runs before the headers are sent. */
export function restoreEncoding(response: ServerResponse): void {
  const encoding = response.getHeader(ENCODING_HEADER);
  if (encoding === undefined) return;
  response.removeHeader(ENCODING_HEADER);
  response.setHeader("Content-Encoding", String(encoding));
}
