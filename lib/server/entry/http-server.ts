import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Connections } from "./connections";
import type { Penalties } from "./penalties";
import { EntryRequest } from "./request-body";

/** Longer than proxies keep an idle connection, so that no proxy sends a request on one that we are closing. */
const KEEP_ALIVE_MS = 65_000;
/** A connection without traffic for this long, in the middle of a request or response, counts as dead. */
const INACTIVITY_MS = 120_000;
/** Limit for a request's first line and headers, which are some kilobytes. */
const HEADERS_TIMEOUT_MS = 20_000;
/** Limit for a whole request: an image of 5 MB at 350 kbit/s. A client that trickles bytes gets Node's 408. */
const REQUEST_TIMEOUT_MS = 120_000;
/** How often Node checks these two limits. */
const TIMEOUT_CHECK_MS = 5000;
/** Bytes of a first line and headers; Node answers 431 to more. The page state that Next's client sends takes 3 kB. */
const MAX_HEADER_BYTES = 16_384;
/** Browsers send thirty, and each costs as much to read as some hundred bytes. */
const MAX_HEADERS = 100;
/** How many parts of the server and of Next listen for the end of a response. */
const MAX_LISTENERS = 20;

interface HttpServerOptions {
  connections: Connections;
  penalties: Penalties;
  onTooManyHeaders(socket: Socket): void;
}

/** A response that can decide as late as when its headers are sent to close the connection. */
export class WorkerResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  closesConnection = (): boolean => false;

  override writeHead(...given: unknown[]): this {
    if (this.closesConnection()) this.shouldKeepAlive = false;
    return (super.writeHead as (...given: unknown[]) => this).apply(this, given);
  }
}

export function createHttpServer(
  answer: (request: EntryRequest, response: WorkerResponse<EntryRequest>) => void,
  { connections, penalties, onTooManyHeaders }: HttpServerOptions,
): Server<typeof EntryRequest, typeof WorkerResponse<EntryRequest>> {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    IncomingMessage: EntryRequest,
    ServerResponse: WorkerResponse<EntryRequest>,
  };
  const server = createServer(options, (request, response) => {
    if (request.rawHeaders.length > 2 * MAX_HEADERS) {
      onTooManyHeaders(request.socket);
      return void response.writeHead(431, { Connection: "close" }).end();
    }
    if (hasSeveralHosts(request)) return void response.writeHead(400, { Connection: "close" }).end();
    response.setMaxListeners(MAX_LISTENERS);
    connections.beginRequest(request.socket);
    response.once("close", () => connections.endRequest(request.socket));
    answer(request, response);
  });
  server.maxHeadersCount = MAX_HEADERS + 1;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.timeout = INACTIVITY_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.on("connection", (socket) => {
    if (penalties.accept(socket)) connections.add(socket);
  });
  return server;
}

/** Node uses the first Host header, but a proxy in front may have used another (RFC 9112, 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, n) => n % 2 === 0 && text.length === 4 && text.toLowerCase() === "host").length > 1;
}
