import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { ENCODING_HEADER } from "@/lib/http/response/content-encoding";
import type { Handlers, Route } from "@/lib/http/handlers";
import { type Found, Router } from "@/lib/http/router";
import { PlainResponse } from "@/lib/http/response/plain-response";
import { API_HEADERS, PUBLIC_API_HEADERS, SITE_HEADERS } from "@/lib/http/response/site-headers";
import { clientIpOf, noteConnection } from "@/lib/infra/network/client-ip";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { isUnavailable } from "@/lib/http/response/errors";
import { compressResponse } from "./response-compression";

interface Options {
  backgroundJobs: BackgroundJobs;
  /** Called before the response to a successful write is sent. */
  onWritten?(request: IncomingMessage): void;
}

/** Smaller bodies are not compressed. */
const MIN_COMPRESSED_BYTES = 1024;
const READS = ["GET", "HEAD", "OPTIONS"];

/** Alternating names and values, the cheapest form for Node. */
const SESSION_HEADERS = Object.entries({ ...SITE_HEADERS, ...API_HEADERS }).flat();
const PUBLIC_HEADERS = [...SESSION_HEADERS, ...Object.entries(PUBLIC_API_HEADERS).flat()];

/**
 * Answers requests by the handlers of their operations, straight from Node's HTTP server.
 * @see docs/decisions/direct-mount.md
 */
export class OperationExchange {
  private readonly router: Router;

  constructor(
    routes: readonly Route[],
    private readonly options: Options,
  ) {
    this.router = new Router(routes);
  }

  /** Finds the operations at a path; undefined for paths that are answered elsewhere. */
  find(path: string): Found | undefined {
    return this.router.find(path);
  }

  /** `leave` is called once an event stream has begun, which stays open for minutes and does almost nothing. */
  async answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { handlers, params }: Found,
    leave = () => {},
  ): Promise<void> {
    try {
      const request: Request = new NodeRequest({ req: incoming, res: outgoing });
      noteConnection(request, incoming.socket);
      const response = await handlers[incoming.method as keyof Handlers](request, {
        params,
        clientIp: clientIpOf(incoming),
        waitUntil: (job) => this.options.backgroundJobs.add(outgoing, job),
      });
      const onlyRead =
        READS.includes(incoming.method ?? "") || (response instanceof PlainResponse && response.init.changesNothing);
      if (response.status < 400 && !onlyRead) this.options.onWritten?.(incoming);
      if (response instanceof PlainResponse) return sendPlain(incoming, outgoing, response);
      if (response.headers.get("Content-Type")?.startsWith("text/event-stream")) leave();
      await sendStreamed(incoming, outgoing, response);
    } catch (error) {
      log.error("request failed outside its handler", { method: incoming.method, path: incoming.url, error });
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    }
  }
}

function sendPlain(
  request: IncomingMessage,
  response: ServerResponse,
  { content, init: { status = 200, headers: own } }: PlainResponse,
): void {
  const headers = [...headersAt(request.url)];
  for (const name in own)
    if (name !== "Vary") headers.push(name === ENCODING_HEADER ? "Content-Encoding" : name, own[name]!);
  const mayBeCompressed = status === 304 || own["Content-Type"] !== undefined;
  const vary = mayBeCompressed ? varying(own.Vary) : own.Vary;
  if (vary !== undefined) headers.push("Vary", vary);
  if (content === null) return void response.writeHead(status, headers).end();
  const length = Buffer.byteLength(content);
  const isCompressed =
    length >= MIN_COMPRESSED_BYTES &&
    own[ENCODING_HEADER] === undefined &&
    request.headers["accept-encoding"] !== undefined;
  if (isCompressed) return compressResponse(request, response, () => response.writeHead(status, headers).end(content));
  headers.push("Content-Length", String(length));
  response.writeHead(status, headers).end(content);
}

async function sendStreamed(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  const headers = headersAt(request.url);
  for (let n = 0; n < headers.length; n += 2) response.setHeader(headers[n]!, headers[n + 1]!);
  await new Promise<void>((resolve, reject) =>
    compressResponse(request, response, () => {
      fitToSrvx(response);
      sendNodeResponse(response, answer).then(resolve, reject);
    }),
  );
}

/** Headers of every response at a URL. */
const headersAt = (url = "") => (/^\/(?:api\/v1|mcp)/.test(url) ? PUBLIC_HEADERS : SESSION_HEADERS);

function varying(vary: string | undefined): string {
  if (vary === undefined) return "Accept-Encoding";
  return vary.includes("Accept-Encoding") ? vary : `${vary}, Accept-Encoding`;
}

/**
 * Adapts a response to srvx: compression's `end` accepts no callback, and srvx would turn a Web response's empty status
 * text into an empty reason phrase, where Node fills in the standard one.
 */
function fitToSrvx(response: ServerResponse): void {
  const { writeHead, end } = response;
  response.writeHead = ((status: number, _reason: string, headers: string[]) =>
    writeHead.call(response, status, headers as never)) as typeof writeHead;
  response.end = ((done?: () => void) => {
    if (done) response.once("close", done);
    return (end as () => ServerResponse).call(response);
  }) as typeof end;
}

type Job = () => Promise<unknown>;

const report = (error: unknown, suppressed?: number) => log.error("job after a response failed", { error, suppressed });
const reportUnavailable = onceAMinute(report);

/** Runs jobs after the responses that they belong to, and tracks those that are still running. */
export class BackgroundJobs {
  readonly #running = new Set<Promise<unknown>>();
  /** The jobs of responses that are being sent. An act may leave more than a response may have listeners. */
  readonly #waiting = new WeakMap<ServerResponse, Job[]>();

  /** Runs the job once the response has been sent or the client has disconnected. */
  add(response: ServerResponse, job: Job): void {
    if (response.closed) return this.#run(job);
    const waiting = this.#waiting.get(response);
    if (waiting) return void waiting.push(job);
    const jobs = [job];
    this.#waiting.set(response, jobs);
    response.once("close", () => jobs.forEach((each) => this.#run(each)));
  }

  /** Resolves when no job is running, including jobs started by other jobs. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #run(job: Job): void {
    const running = job()
      .catch((error: unknown) => (isUnavailable(error) ? reportUnavailable(error) : report(error)))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
