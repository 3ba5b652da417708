import { randomUUID } from "node:crypto";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a client keeps repeating a request. */
const ACT_TIMEOUT_MS = 90_000;
const REQUEST_TIMEOUT_MS = 40_000;
/** The delay after a request without a response, before jitter. */
const LOST_RETRY_MS = 500;

export interface Reply {
  status: number;
  /** Seconds. */
  retryAfter: number | undefined;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** The responses to all clients. */
export class Answers {
  readonly counts = new Map<string, number>();
  /** Failures without Retry-After. */
  readonly bare: string[] = [];

  note(request: string, reply: Reply | undefined): void {
    const kind =
      reply === undefined ? "no answer" : `${reply.status}${reply.retryAfter === undefined ? "" : " with Retry-After"}`;
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    if (reply && reply.status >= 500 && (reply.status === 500 || reply.retryAfter === undefined))
      this.bare.push(`${request} was answered ${reply.status}: ${reply.text.slice(0, 300)}`);
  }
}

export interface ClientOptions {
  url: string;
  /** The local address that the requests come from. */
  address: string;
  headers: Record<string, string>;
  answers: Answers;
}

/** A well-behaved client. */
export class Client {
  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(private readonly options: ClientOptions) {}

  /**
   * Repeats the request until it succeeds: with the same key, after the time that a response requests.
   * @throws if it is rejected
   */
  async act<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const key = randomUUID();
    for (const deadline = Date.now() + ACT_TIMEOUT_MS; ;) {
      const reply = await this.send(method, path, body, { "Idempotency-Key": key });
      if (reply && reply.status < 300) return (reply.text === "" ? undefined : JSON.parse(reply.text)) as Answer;
      if (!isTemporary(reply) || Date.now() > deadline) throw new Error(describe(`${method} ${path}`, reply));
      await waitFor(reply);
    }
  }

  /** Sends a request once; undefined without a response. */
  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply | undefined> {
    const encoded = body instanceof FormData ? new Response(body) : undefined;
    const bytes = encoded ? Buffer.from(await encoded.arrayBuffer()) : Buffer.from(body ? JSON.stringify(body) : "");
    const type = encoded?.headers.get("content-type") ?? "application/json";
    const reply = await this.exchange(method, path, bytes, {
      ...this.options.headers,
      ...headers,
      ...(body && { "Content-Type": type }),
      "Content-Length": String(bytes.length),
    }).catch(() => undefined);
    this.options.answers.note(`${method} ${path}`, reply);
    return reply;
  }

  private exchange(method: string, path: string, body: Buffer, headers: Record<string, string>): Promise<Reply> {
    const { url, address } = this.options;
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.agent, localAddress: address, timeout: REQUEST_TIMEOUT_MS };
      const request = http.request(url + path, options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: Number(response.headers["retry-after"]) || undefined,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      });
      request.on("timeout", () => request.destroy(new Error("No answer in time")));
      request.on("error", reject);
      request.end(body);
    });
  }
}

/** Whether the request may be repeated later. */
export function isTemporary(reply: Reply | undefined): boolean {
  return reply === undefined || reply.status >= 500 || reply.retryAfter !== undefined;
}

export function waitFor(reply: Reply | undefined): Promise<void> {
  const wait = reply?.retryAfter === undefined ? LOST_RETRY_MS : reply.retryAfter * 1000;
  // Jitter, so that clients that failed together do not all retry at once.
  return sleep(wait * (1 + Math.random() / 2));
}

function describe(request: string, reply: Reply | undefined): string {
  return `${request} was ${reply ? `answered ${reply.status}: ${reply.text.slice(0, 300)}` : "never answered"}`;
}
