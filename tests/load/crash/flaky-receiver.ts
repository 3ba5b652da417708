import http from "node:http";
import type { AddressInfo } from "node:net";

/** The response to a request: a status, or none. */
export type Answer = 204 | 302 | 429 | 500 | "reset" | "hang";

/** One request as the receiver saw it. */
export interface Attempt {
  headers: http.IncomingHttpHeaders;
  body: string;
  at: number;
  answer: Answer;
  /** When the answer was sent or the client disconnected; Infinity until then. */
  endedAt: number;
}

/** The probability of each failure. */
const FAILURE_RATES: [Answer, number][] = [
  [500, 0.12],
  ["reset", 0.08],
  [302, 0.05],
  [429, 0.05],
  ["hang", 0.01],
];
/** More failures would exhaust a delivery's attempts. */
const MOST_FAILURES = 3;
export const RETRY_AFTER_MS = 1000;
/** Most responses take a moment, so that kills hit the server in the middle of attempts. */
const SLOWEST_ANSWER_MS = 40;

/** A webhook receiver that fails at random, a few times per delivery at most, and records every request. */
export async function startFlakyReceiver() {
  /** By delivery id. */
  const attempts = new Map<string, Attempt[]>();
  let atOnce = 0;
  let most = 0;
  let redirected = 0;

  const server = http.createServer(async (request, response) => {
    request.on("error", () => undefined);
    const body = await textOf(request);
    if (body === undefined) return;
    if (request.url !== "/hooks") return void ((redirected += 1), response.end());
    const earlier = attempts.get(String(request.headers["webhook-id"])) ?? [];
    const failures = earlier.filter(({ answer }) => answer !== 204).length;
    const attempt: Attempt = {
      headers: request.headers,
      body,
      at: Date.now(),
      answer: failures < MOST_FAILURES ? randomAnswer() : 204,
      endedAt: Infinity,
    };
    attempts.set(String(request.headers["webhook-id"]), [...earlier, attempt]);
    most = Math.max(most, (atOnce += 1));
    response.on("close", () => {
      atOnce -= 1;
      attempt.endedAt = Math.min(attempt.endedAt, Date.now());
    });
    if (attempt.answer === "hang") return;
    setTimeout(() => {
      attempt.endedAt = Math.min(attempt.endedAt, Date.now());
      send(attempt.answer, request, response);
    }, Math.random() * SLOWEST_ANSWER_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    attempts,
    /** The most requests that were open at the same time. */
    most: () => most,
    /** Requests that followed a redirect. */
    redirected: () => redirected,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type FlakyReceiver = Awaited<ReturnType<typeof startFlakyReceiver>>;

function randomAnswer(): Answer {
  let rest = Math.random();
  return FAILURE_RATES.find(([, share]) => (rest -= share) < 0)?.[0] ?? 204;
}

function send(answer: Answer, request: http.IncomingMessage, response: http.ServerResponse): void {
  if (answer === "reset") request.socket.resetAndDestroy();
  else if (answer === 302) response.writeHead(302, { Location: "/elsewhere" }).end();
  else if (answer === 429) response.writeHead(429, { "Retry-After": String(RETRY_AFTER_MS / 1000) }).end();
  else if (answer !== "hang") response.writeHead(answer).end();
}

/** Undefined if the sender was killed before it had sent the whole body. */
async function textOf(request: http.IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks).toString();
}
