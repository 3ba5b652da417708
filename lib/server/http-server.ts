import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Connections } from "./connections";
import type { Penalties } from "./penalties";

/** Longer than proxies keep an idle connection: one that sends a request into it must not find it closed by us. */
const KEEP_ALIVE_MS = 65_000;
/** A connection on which nothing moves for so long, in the middle of a request or response, has nobody at its end. */
const INACTIVITY_MS = 120_000;
/** For a request's first line and headers: some kilobytes. */
const HEADERS_TIMEOUT_MS = 20_000;
/** For a whole request: an image of 5 MB at 350 kbit/s. A client that sends a byte now and then gets Node's 408. */
const REQUEST_TIMEOUT_MS = 120_000;
/** How often Node checks the two before. */
const TIMEOUT_CHECK_MS = 5000;
/**
 * Bytes of a first line and headers; Node answers 431 to more. A page's state as Next's client sends it takes 2 or 3
 * kB.
 */
const MAX_HEADER_BYTES = 16_384;
/** Our choice: browsers send thirty, and each costs as much to read as some hundred bytes. */
const MAX_HEADERS = 100;
/** The parts of the server and of Next that wait for the end of a response. */
const MAX_LISTENERS = 20;

interface HttpServerOptions {
  connections: Connections;
  penalties: Penalties;
  onTooManyHeaders(socket: Socket): void;
}

/** A response that closes its connection where that is known only when its headers are sent. */
export class WorkerResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  closesConnection = (): boolean => false;

  override writeHead(...given: unknown[]): this {
    if (this.closesConnection()) this.shouldKeepAlive = false;
    return (super.writeHead as (...given: unknown[]) => this).apply(this, given);
  }
}

/** Creates the HTTP server with its timeouts, and tracks its connections. */
export function createHttpServer(
  answer: (request: IncomingMessage, response: WorkerResponse) => void,
  { connections, penalties, onTooManyHeaders }: HttpServerOptions,
): Server {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    ServerResponse: WorkerResponse,
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

/** Node takes the first, and a proxy before us may have read another (RFC 9112, 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, n) => n % 2 === 0 && text.length === 4 && text.toLowerCase() === "host").length > 1;
}
