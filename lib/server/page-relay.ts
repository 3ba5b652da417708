import http, {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { MISSING_PAGE } from "@/lib/http/response/missing-page";
import { outagePage } from "@/lib/http/response/outage-page";
import { PEER_HEADER, relayedStamp } from "@/lib/infra/network/client-ip";
import { bodyLimitOf } from "@/lib/server/entry/body-limits";
import { rejectAtEntry, RETRY_AFTER_SECONDS, unavailable } from "@/lib/server/entry/rejection";

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Longer than any page takes, and than it takes to replace a process that has ended. */
const FIRST_BYTE_MS = 60_000;
/** Longer than a page process takes to start. After that, a worker serves the API without one. */
const MAX_START_MS = 15_000;
const CHECK_EVERY_MS = 50;
/** How long compression may buffer what has arrived. A flush for each chunk would compress worse. */
const FLUSH_AFTER_MS = 10;
/** What concerns one connection (RFC 9110, 7.6.1), and what Node's server has answered already. */
const HOP_BY_HOP = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"];
const NOT_RELAYED_BACK = ["connection", "keep-alive", "transfer-encoding", "date"];

/**
 * Streams requests to the page processes, which listen at `socketPath`, and their responses back. The supervisor holds
 * that socket open, so requests wait in its queue while a process is replaced. Each request has its own connection,
 * which costs less than a tenth of a millisecond: on a reused one, it would be unknown whether an ending process has
 * seen the request.
 */
export function relayTo(socketPath: string): Respond {
  return (request, response) =>
    new Promise((resolve) => {
      const target = { socketPath, agent: false as const, path: request.url, setHost: false };
      const upstream = http.request({ ...target, method: request.method, headers: relayedHeaders(request) });
      let missing: ClientRequest | undefined;
      let late: NodeJS.Timeout | undefined;
      let isAnswered = false;
      const fail = () => {
        if (response.closed || response.writableEnded) return;
        if (response.headersSent) response.destroy();
        else answerUnavailable(request, response);
      };
      upstream.once("error", fail).once("response", (answer) => {
        isAnswered = true;
        clearTimeout(late);
        answer.once("error", fail);
        if (!isMissingPage(request, answer)) return passBack(answer, response);
        answer.destroy();
        missing = http.get({ ...target, headers: { ...relayedHeaders(request), [MISSING_PAGE]: "1" } });
        missing.once("error", fail).once("response", (page) => {
          if (page.statusCode === 200) page.statusCode = 404;
          page.once("error", fail);
          passBack(page, response);
        });
      });
      response.once("close", () => {
        clearTimeout(late);
        upstream.destroy();
        missing?.destroy();
        resolve();
      });
      // A request that is rejected by its headers is answered before its body arrives.
      upstream.flushHeaders();
      passOnBody(request, upstream, () => {
        if (!isAnswered) late ??= setTimeout(() => upstream.destroy(), FIRST_BYTE_MS);
      });
    });
}

/** Resolves when a page process listens at `socketPath`; before that, the socket has no queue to wait in. */
export async function untilPagesServe(socketPath: string): Promise<void> {
  const deadline = performance.now() + MAX_START_MS;
  while (!(await accepts(socketPath)) && performance.now() < deadline) await sleep(CHECK_EVERY_MS);
}

function accepts(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath);
    socket.once("error", () => resolve(false)).once("connect", () => resolve(Boolean(socket.destroy())));
  });
}

function relayedHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = { ...request.headers };
  for (const name of HOP_BY_HOP) delete headers[name];
  // Otherwise Node would close the connection if the request is answered before its body has been read.
  headers.connection = "keep-alive";
  headers[PEER_HEADER] = relayedStamp(request);
  return headers;
}

/** Forwards as much of a body as the route reads, then calls `done`. The rest of one that is too large stays unread. */
function passOnBody(request: IncomingMessage, upstream: ClientRequest, done: () => void): void {
  let left = bodyLimitOf(pathOf(request));
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    const isTaken = upstream.write(chunk);
    if (left < 0) done();
    if (left < 0 || !isTaken) request.pause();
  });
  upstream.on("drain", () => left < 0 || request.resume());
  request.once("end", () => {
    upstream.end();
    done();
  });
}

function pathOf({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}

/**
 * Whether an answer is Next's document for what is missing. For `notFound()` in a page it has no content, which its
 * scripts would have to draw; for an unknown path it lacks the navigation. `MISSING_PAGE` has both.
 */
function isMissingPage({ method }: IncomingMessage, { statusCode, headers }: IncomingMessage): boolean {
  return method === "GET" && statusCode === 404 && headers["content-type"]?.startsWith("text/html") === true;
}

/** Sends what has come within moments, so that a page appears while its rest is rendered. */
function passBack(answer: IncomingMessage, response: ServerResponse): void {
  response.statusCode = answer.statusCode ?? 502;
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    if (!NOT_RELAYED_BACK.includes(name)) response.setHeader(name, values.length === 1 ? values[0]! : values);
  let flush: NodeJS.Timeout | undefined;
  answer.on("data", (chunk: Buffer) => {
    if (!response.write(chunk)) answer.pause();
    flush ??= setTimeout(() => {
      flush = undefined;
      (response as ServerResponse & { flush?(): void }).flush?.();
    }, FLUSH_AFTER_MS);
  });
  response.on("drain", () => answer.resume());
  answer.once("end", () => response.end());
  response.once("close", () => clearTimeout(flush));
}

function answerUnavailable(request: IncomingMessage, response: ServerResponse): void {
  const reason = "The service can't do this just now. Try again in a few seconds.";
  if (pathOf(request).startsWith("/api/")) return rejectAtEntry(request, response, unavailable(reason));
  const { type, body } = outagePage(request, "This page can’t be shown just now.");
  const headers = { "Content-Type": type, "Content-Length": Buffer.byteLength(body), "Cache-Control": "no-store" };
  response.writeHead(503, { ...headers, "Retry-After": RETRY_AFTER_SECONDS });
  response.end(request.method === "HEAD" ? undefined : body);
}
