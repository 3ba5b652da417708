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
import vary from "vary";
import { readOutIfAbandoned } from "./abandoned-bodies.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { publicFiles } from "./public-files.mjs";
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

const { HOST: hostname, PORT: port, NEXT_DIST_DIR: build = ".next" } = process.env;
const dir = path.resolve(import.meta.dirname, "..");

// Next reads its configuration now, and must not compress what is compressed here.
process.env.NEXT_COMPRESS = "no";
// It would take the upgrades of the server that it is given, which here is nobody's: requests that ask for one are
// answered as if they did not, where Next would drop them or leave their sockets open for good.
const app = next({ dir, hostname, port: Number(port), httpServer: new Server() });
await app.prepare();

const answerPage = app.getRequestHandler();
const sendFile = sirv(path.join(dir, build, "static"), { brotli: true, immutable: true, maxAge: 31_536_000, setHeaders: (response) => response.setHeader("X-Content-Type-Options", "nosniff") });
const isPublicFile = publicFiles(path.join(dir, "public"));
const compress = compression({ filter: isCompressible, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } } });

const server = createServer(
  oneAtATime((request, response) => {
    readOutIfAbandoned(request);
    compress(request, response, () => answer(request, response));
  }),
);
server.keepAliveTimeout = KEEP_ALIVE_MS;
server.timeout = STILL_MS;
server.once("error", giveUp);
server.listen(Number(port), hostname, () => process.send?.("listening"));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);

function answer(request, response) {
  if (!request.url.startsWith("/")) {
    // As proxies may ask (RFC 9112, 3.2.2); Next would redirect it to itself.
    if (!URL.canParse(request.url)) return response.writeHead(400).end();
    const { pathname, search } = new URL(request.url);
    request.url = pathname + search;
  }
  const methods = request.url.startsWith("/api/") ? API_METHODS : METHODS;
  if (!methods.includes(request.method)) return response.writeHead(405, { Allow: methods.join(", ") }).end();
  onHeaders(response, () => response.statusCode === 304 && vary(response, "Accept-Encoding"));
  if (request.url.startsWith(`${ASSETS}/`)) return answerAsset(request, response);
  if (isPublicFile(request.url)) return answerPublicFile(request, response);
  letCachesKeepFeed(request, response);
  return answerPage(request, response);
}

function answerAsset(request, response) {
  const { url, headers } = request;
  request.url = url.slice(ASSETS.length);
  // sirv looks for the word alone, whatever its weight.
  if (NO_BROTLI.test(headers["accept-encoding"])) headers["accept-encoding"] = headers["accept-encoding"].replace(NO_BROTLI, "");
  sendFile(request, response, () => {
    request.url = url;
    return answerPage(request, response);
  });
}

/** Next answers a range that the file does not have, and a condition that does not hold, with a bare 500: it is sent whole. */
function answerPublicFile(request, response) {
  for (const name of ["range", "if-match", "if-unmodified-since"]) delete request.headers[name];
  return answerPage(request, response);
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

/** Lets the answers under way be finished. */
async function stop() {
  await new Promise((resolve) => server.close(resolve));
  await app.close();
  process.exit();
}
