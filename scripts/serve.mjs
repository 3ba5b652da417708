// The production server, as `npm start` and the tests run it: Next, with its static files as the build pressed them
// (scripts/static-files.ts), and all else compressed on its way out. Brotli makes a page a sixth lighter than the gzip
// of Next's own server does.
import { createServer } from "node:http";
import path from "node:path";
import { constants } from "node:zlib";
import compression from "compression";
import next from "next";
import sirv from "sirv";
import { letCachesKeepFeed } from "./visitors-feed.mjs";

const ASSETS = "/_next/static";
/** Where Brotli is smaller than gzip and takes no longer. */
const QUALITY = 5;

const { HOST: hostname, PORT: port, NEXT_DIST_DIR: build = ".next" } = process.env;
const dir = path.resolve(import.meta.dirname, "..");

// Next reads its configuration now, and must not compress what is compressed here.
process.env.NEXT_COMPRESS = "no";
const app = next({ dir, hostname, port: Number(port) });
await app.prepare();

const answerPage = app.getRequestHandler();
const sendFile = sirv(path.join(dir, build, "static"), { brotli: true, immutable: true, maxAge: 31_536_000, setHeaders: (response) => response.setHeader("X-Content-Type-Options", "nosniff") });
const compress = compression({ filter: isCompressible, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } } });

const server = createServer((request, response) => compress(request, response, () => answer(request, response)));
server.listen(Number(port), hostname);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);

function answer(request, response) {
  if (!request.url.startsWith("/")) {
    // As proxies may ask (RFC 9112, 3.2.2); Next would redirect it to itself.
    if (!URL.canParse(request.url)) return response.writeHead(400).end();
    const { pathname, search } = new URL(request.url);
    request.url = pathname + search;
  }
  const { url, method } = request;
  if (!url.startsWith(`${ASSETS}/`) || (method !== "GET" && method !== "HEAD")) {
    letCachesKeepFeed(request, response);
    return answerPage(request, response);
  }
  request.url = url.slice(ASSETS.length);
  sendFile(request, response, () => {
    request.url = url;
    return answerPage(request, response);
  });
}

/** Next hands over the headers of route handlers as lists of one, and compression looks for a word. */
function isCompressible(request, response) {
  const type = response.getHeader("Content-Type");
  if (Array.isArray(type)) response.setHeader("Content-Type", type[0]);
  return compression.filter(request, response);
}

/** Lets the answers under way be finished. */
async function stop() {
  await new Promise((resolve) => server.close(resolve));
  await app.close();
  process.exit();
}
