import type { ServerResponse } from "node:http";
import { processWide } from "@/lib/infra/process/process-wide";

/** Next drops `Content-Encoding` from a route handler's response, so this header passes the encoding to the server. */
export const ENCODING_HEADER = "X-Pegboard-Encoding";
const encoding = processWide("content-encoding", () => ({ isRestored: false }));

/** Announces that this process passes every response through `restoreEncoding`. */
export function announceEncodingRestored(): void {
  encoding().isRestored = true;
}

/** Whether a route handler may return a compressed body. Outside the one-machine server, the host compresses. */
export function mayCompress(): boolean {
  return encoding().isRestored;
}

export function encodedAs(encoding: string): Record<string, string> {
  return { [ENCODING_HEADER]: encoding };
}

/** Restores the `Content-Encoding` that the route handler set. Runs before the headers are sent. */
export function restoreEncoding(response: ServerResponse): void {
  const value = response.getHeader(ENCODING_HEADER);
  if (value === undefined) return;
  response.removeHeader(ENCODING_HEADER);
  response.setHeader("Content-Encoding", String(value));
}
