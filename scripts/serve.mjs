// The production server, as `npm start` and the tests run it: Next, with its static files as the build pressed them
// (scripts/static-files.ts), and all else compressed on its way out. Brotli makes a page a sixth lighter than the gzip
// of Next's own server does.
import { createServer, Server } from "node:http";
import path from "node:path";
import { constants } from "node:zlib";
import compression from "compression";
import next from "next";
import onHeaders from "on-headers";
import sirv from "sirv";
import { tsImport } from "tsx/esm/api";
import vary from "vary";
import { readOutIfAbandoned } from "./abandoned-bodies.mjs";
import { bodyLimitOf, isRefusedAtEntry } from "./body-limits.mjs";
import { bodyMemory } from "./body-memory.mjs";
import { Connections } from "./connections.mjs";
import { removeInternalHeaders } from "./internal-headers.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { Penalties } from "./penalties.mjs";
import { publicFiles } from "./public-files.mjs";
import { readTarget } from "./request-target.mjs";
import { drainOnSignal } from "./shutdown.mjs";
import { letCachesKeepFeed } from "./visitors-feed.mjs";

const ASSETS = "/_next/static";
const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** Of pages and files. Next would show a page to any other too, and first keep megabytes of what was sent with it. */
const METHODS = ["GET", "HEAD"];
const NO_BROTLI = /\bbr\s*;\s*q=0(\.0*)?(?=\s*(,|$))/i;
/** Where Brotli is smaller than gzip and takes no longer. */
const QUALITY = 5;
/** Longer than proxies keep an idle connection: whoever sends a request into one must not find it closed by us. */
const KEEP_ALIVE_MS = 65_000;
/** A connection on which nothing moves for so long, in the middle of a request or an answer, has nobody at its end. */
const STILL_MS = 120_000;
/** For a request's first line and headers: some kilobytes. */
const HEADERS_TIMEOUT_MS = 20_000;
/** For a whole request: an image of 5 MB at 350 kbit/s. Whoever sends a byte now and then is told 408 (Node does that). */
const REQUEST_TIMEOUT_MS = 120_000;
/** How often Node looks for those. */
const TIMEOUT_CHECK_MS = 5000;
/** Bytes of a first line and headers; Node answers 431 to more. A page's state as Next's client sends it takes 2 or 3. */
const MAX_HEADER_BYTES = 16_384;
const MAX_LISTENERS = 20;
/** Connections that wait to be taken. With fewer places than a burst has, the others are taken only when they try again, after seconds. */
const BACKLOG = 4096;
/** Tells the middleware that a path of the API can be read, so that it need not look (and keep the body meanwhile). */
const READ_AT_ENTRY = "x-pegboard-entry";

const {
  HOST: hostname,
  PORT: port,
  NEXT_DIST_DIR: build = ".next",
  SHUTDOWN_GRACE_SECONDS: graceSeconds,
} = process.env;
const shutdown = drainOnSignal({ graceMs: Number(graceSeconds) * 1000 });
const dir = path.resolve(import.meta.dirname, "..");

// Next reads its configuration now, and must not compress what is compressed here.
process.env.NEXT_COMPRESS = "no";
// It would take the upgrades of the server that it is given, which here is nobody's: requests that ask for one are
// answered as if they did not, where Next would drop them or leave their sockets open for good.
const app = next({ dir, hostname, port: Number(port), httpServer: new Server() });
await app.prepare();

const answerByNext = app.getRequestHandler();
const { inTurn } = await tsImport("../lib/server/request-admission.ts", import.meta.url);
const answerInTurn = inTurn(answerByNext);
const sendFile = sirv(path.join(dir, build, "static"), {
  brotli: true,
  immutable: true,
  maxAge: 31_536_000,
  setHeaders: (response) => response.setHeader("X-Content-Type-Options", "nosniff"),
});
const isPublicFile = publicFiles(path.join(dir, "public"));
const compress = compression({
  filter: isCompressible,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } },
});

const isBehindProxy = Number(process.env.TRUSTED_PROXIES ?? 0) > 0;
const connections = new Connections(isBehindProxy ? { clientOf: () => undefined } : {});
const penalties = new Penalties();
// A proxy's connections are those of all its clients.
const bodies = bodyMemory(isBehindProxy ? {} : { whenCrumbled: (socket) => penalties.add(socket) });

const answerInOrder = oneAtATime((request, response, isLast) => {
  readOutIfAbandoned(request, response);
  onHeaders(response, () => shutdown.isUnderWay && isLast() && response.setHeader("Connection", "close"));
  const target = readTarget(request.url);
  bodies.watch(request, response, bodyLimitOf(target?.path ?? "/"));
  compress(request, response, () => answer(request, response, target));
});
const server = createServer(
  { maxHeaderSize: MAX_HEADER_BYTES, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
  (request, response) => {
    // All these, and Next's own parts, wait for the end of an answer.
    response.setMaxListeners(MAX_LISTENERS);
    connections.beginRequest(request.socket);
    response.once("close", () => connections.endRequest(request.socket));
    answerInOrder(request, response);
  },
);
server.keepAliveTimeout = KEEP_ALIVE_MS;
server.timeout = STILL_MS;
server.headersTimeout = HEADERS_TIMEOUT_MS;
server.requestTimeout = REQUEST_TIMEOUT_MS;
server.on("connection", (socket) => (penalties.has(socket) ? socket.destroy() : connections.add(socket)));
server.once("error", giveUp);
server.listen({ port: Number(port), host: hostname, backlog: BACKLOG }, () => process.send?.("listening"));
shutdown.drain(server, connections, () => app.close());

function answer(request, response, target) {
  if (!target) return response.writeHead(400).end();
  removeInternalHeaders(request);
  request.headers[READ_AT_ENTRY] = "1";
  const path = addressOf(target);
  request.url = path + target.search;
  const methods = path.startsWith("/api/") ? API_METHODS : METHODS;
  if (!methods.includes(request.method)) return response.writeHead(405, { Allow: methods.join(", ") }).end();
  if (target.kind === "irregular" && path === target.path)
    return response.writeHead(308, { Location: request.url }).end();
  if (isRefusedAtEntry(request, path)) return refuseBody(response, path);
  onHeaders(response, () => response.statusCode === 304 && vary(response, "Accept-Encoding"));
  if (path.startsWith(`${ASSETS}/`)) return answerAsset(request, response);
  if (isPublicFile(request.url)) return answerPublicFile(request, response);
  if (!path.startsWith("/api/")) letCachesKeepFeed(request, response);
  return answerInTurn(request, response);
}

/**
 * What the request asks for. A path that names nothing becomes one that nothing can have, so that the 404 is that of its
 * kind: the envelope of the public API, the error of the app's, a page. Only pages are redirected to their regular path.
 */
function addressOf({ kind, path, claimed = path }) {
  if (kind === "regular") return path;
  for (const area of ["/api/v1/", "/api/"]) {
    if (path.startsWith(area) || claimed.startsWith(area)) return `${area}-`;
  }
  return kind === "unreadable" ? "/-" : path;
}

function refuseBody(response, path) {
  response.writeHead(413, {
    "Content-Type": path.startsWith("/api/") ? "application/json" : "text/plain",
    "Cache-Control": "no-store",
  });
  response.end(
    path.startsWith("/api/") ? JSON.stringify({ error: "The body is too large." }) : "This address takes no body.\n",
  );
}

function answerAsset(request, response) {
  const { url, headers } = request;
  request.url = url.slice(ASSETS.length);
  // sirv looks for the word alone, whatever its weight.
  if (NO_BROTLI.test(headers["accept-encoding"]))
    headers["accept-encoding"] = headers["accept-encoding"].replace(NO_BROTLI, "");
  sendFile(request, response, () => {
    request.url = url;
    return answerByNext(request, response);
  });
}

/** Next answers a range that the file does not have, and a condition that does not hold, with a bare 500: it is sent whole. */
function answerPublicFile(request, response) {
  for (const name of ["range", "if-match", "if-unmodified-since"]) delete request.headers[name];
  return answerByNext(request, response);
}

/** Next hands over the headers of route handlers as lists of one, and compression looks for a word. */
function isCompressible(request, response) {
  const type = response.getHeader("Content-Type");
  if (Array.isArray(type)) response.setHeader("Content-Type", type[0]);
  return compression.filter(request, response);
}

/** Another may have taken the port. Next would note the error, and leave a server that listens nowhere. */
function giveUp({ code }) {
  console.error(`Nothing can listen at ${hostname}:${port} (${code}).`);
  process.exit(1);
}
