import { createServer, request, type RequestListener } from "node:http";
import { duplexPair } from "node:stream";

interface WarmUpRequest {
  method?: string;
  path: string;
}

/** A page of each kind, and the parts of the API that only Next answers. */
const REQUESTS: WarmUpRequest[] = [
  { path: "/" },
  { path: "/login" },
  { path: "/api/auth/csrf" },
  // Inngest's SDK logs a warning for unsigned requests with any other method.
  { method: "OPTIONS", path: "/api/inngest" },
];
/** The longest that a start waits, for instance for a database that is down. Serving slowly is better. */
const MAX_WAIT_MS = 5000;

/**
 * Requests pages and routes once: Next evaluates a route's modules on its first request, which takes up to half a
 * second of processor time. Ignores failures.
 */
export async function warmUp(
  answer: RequestListener,
  host: string,
  { requests = REQUESTS, maxWaitMs = MAX_WAIT_MS } = {},
) {
  const signal = AbortSignal.timeout(maxWaitMs);
  const server = createServer((request, response) => void answer(request, response));
  for (const each of requests) if (!signal.aborted) await send(each).catch(() => undefined);

  function send(options: WarmUpRequest): Promise<void> {
    const [ours, theirs] = duplexPair();
    theirs.once("close", () => ours.destroy());
    server.emit("connection", theirs);
    return new Promise<void>((resolve, reject) => {
      request({ ...options, headers: { host }, createConnection: () => ours, signal }, (response) => {
        response.resume().once("close", resolve);
      })
        .once("error", reject)
        .end();
    }).finally(() => theirs.destroy());
  }
}
