import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { EntryRequest } from "@/lib/server/entry/request-body";
import { compressResponse } from "@/lib/server/response-compression";
import { letCachesKeepPage, VisitorsPages } from "@/lib/server/visitors-pages";
import { eventually } from "@/tests/support/eventually";

const running: (() => void)[] = [];
afterEach(() => (running.splice(0).forEach((stop) => stop()), vi.restoreAllMocks()));

/** Starts a server whose pages show how often it has rendered, or are rendered by `render`. */
async function site(render?: RequestListener) {
  let rendered = 0;
  const pages = new VisitorsPages();
  const rendering = pages.keep((request, response) => {
    if (request.method === "POST") return response.writeHead(request.url === "/refused" ? 400 : 204).end();
    rendered += 1;
    response.setHeader("Cache-Control", "private, no-store");
    if (render) return render(request, response);
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": `n${rendered}` });
    response.write(`${request.url} `);
    response.end(`rendered ${rendered} ${".".repeat(2000)}`);
  });
  const answer = pages.inFrontOf(rendering);
  const server = http.createServer({ IncomingMessage: EntryRequest }, (request, response) =>
    compressResponse(request as never, response as never, () => {
      letCachesKeepPage(request, response);
      answer(request, response);
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  running.push(() => (server.closeAllConnections(), server.close()));
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const { port } = server.address() as AddressInfo;
    const request = http.request({ port, host: "127.0.0.1", path, method, headers }).end();
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    const bytes = Buffer.concat(await response.toArray());
    const body = DECODERS[response.headers["content-encoding"] ?? "identity"]!(bytes);
    return { status: response.statusCode, headers: response.headers, text: body.toString().trimEnd() };
  };
  return { get, rendered: () => rendered };
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  identity: (bytes) => bytes,
  gzip: gunzipSync,
  br: brotliDecompressSync,
};
const SESSION = { Cookie: "theme=dark; __Secure-next-auth.session-token=anything" };

test("each page of the docs is rendered once for all visitors", async () => {
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const { get, rendered } = await site();
  const [first, again] = [await get("/docs/api"), await get("/docs/api", { "Accept-Encoding": "gzip" })];
  expect(again.text).toBe(first.text);
  expect(again.headers["content-encoding"]).toBe("gzip");
  expect(again.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
  expect(again.headers).toMatchObject({ age: "0", "cache-control": "public, max-age=0, s-maxage=30" });
  expect(again.headers.vary).toMatch(/\bCookie\b/);
  expect((await get("/docs/api/posts")).text).toMatch(/^\/docs\/api\/posts rendered 2/);
  expect((await get("/docs/events")).text).toMatch(/^\/docs\/events rendered 3/);
  expect(rendered()).toBe(3);
});

test("a page is rendered again after half a minute, and states its age until then", async () => {
  const { get, rendered } = await site();
  const from = Math.ceil(performance.now());
  const clock = vi.spyOn(performance, "now").mockReturnValue(from);
  await get("/docs/events");
  clock.mockReturnValue(from + 29_000);
  expect((await get("/docs/events")).headers.age).toBe("29");
  clock.mockReturnValue(from + 31_000);
  expect((await get("/docs/events")).headers).not.toHaveProperty("age");
  expect(rendered()).toBe(2);
});

test("members, previews, Next's own requests and queries get their own page, which is not cached", async () => {
  const { get, rendered } = await site();
  await get("/docs/api", SESSION);
  await get("/docs/api", { Cookie: "__prerender_bypass=anything" });
  await get("/docs/api", { RSC: "1" });
  await get("/docs/api", { "Next-Router-Prefetch": "1" });
  await get("/docs/api?cursor=anything");
  await get("/docs/api", {}, "HEAD");
  const visitors = await get("/docs/api");
  expect(visitors.text).toMatch(/^\/docs\/api rendered 7/);
  expect((await get("/docs/api", SESSION)).text).toMatch(/^\/docs\/api rendered 8/);
  expect(rendered()).toBe(8);
});

test("the feed, the blog, the news and the status are rendered once for all requests within five seconds", async () => {
  const from = Math.ceil(performance.now());
  const clock = vi.spyOn(performance, "now").mockReturnValue(from);
  const { get, rendered } = await site();
  for (const path of ["/", "/blog", "/news/plinko", "/status"])
    expect((await get(path)).text).toBe((await get(path)).text);
  expect(rendered()).toBe(4);
  clock.mockReturnValue(from + 6000);
  await get("/");
  expect(rendered()).toBe(5);
});

test("all other pages, and later pages of the feed, are rendered for each visitor", async () => {
  const { get, rendered } = await site();
  for (const path of ["/users/ada", "/documents", "/api/v1/blog", "/?cursor=a", "/blog?cursor=a"])
    for (let n = 0; n < 2; n += 1) await get(path);
  expect(rendered()).toBe(10);
});

test("a write drops the feed at once but not the docs, and a rejected write drops nothing", async () => {
  const { get, rendered } = await site();
  await get("/");
  await get("/docs/api");
  await get("/refused", {}, "POST");
  await get("/");
  expect(rendered()).toBe(2);
  await get("/posts", {}, "POST");
  expect((await get("/")).text).toMatch(/^\/ rendered 3/);
  expect((await get("/docs/api")).text).toMatch(/rendered 2/);
});

test("requests that open tabs send by themselves drop nothing", async () => {
  const { get, rendered } = await site();
  await get("/");
  for (const path of ["/api/pulse", "/api/presence/heartbeat", "/api/markdown/preview", "/api/rooms/abc/typing"])
    await get(path, {}, "POST");
  await get("/");
  expect(rendered()).toBe(1);
});

test("a feed whose rendering began before a write is not served after it", async () => {
  let finish: () => void = () => undefined;
  let rendered = 0;
  const { get } = await site((_, response) => {
    rendered += 1;
    response.writeHead(200, { "Content-Type": "text/html" }).write(`rendered ${rendered}`);
    if (rendered > 1) response.end();
    else finish = () => response.end();
  });
  const first = get("/");
  await eventually(() => expect(rendered).toBe(1));
  await get("/posts", {}, "POST");
  finish();
  await first;
  expect((await get("/")).text).toBe("rendered 2");
});

test("a cached page is compressed once for all clients, and only for those that accept it", async () => {
  const { get } = await site();
  const { text } = await get("/");
  for (const [accepted, encoding] of [
    ["gzip, deflate, br, zstd", "br"],
    ["br;q=0, gzip", "gzip"],
    ["identity", undefined],
  ] as const) {
    const sent = await get("/", { "Accept-Encoding": accepted });
    expect(sent.headers["content-encoding"]).toBe(encoding);
    expect(sent.headers.vary).toMatch(/Accept-Encoding/);
    expect(sent.text).toBe(text);
  }
});

test.each<[string, RequestListener]>([
  ["a missing page", (_, response) => response.writeHead(404, { "Content-Type": "text/html" }).end("none")],
  [
    "a page with a cookie",
    (_, response) => response.writeHead(200, { "Content-Type": "text/html", "Set-Cookie": "a=b" }).end("page"),
  ],
  ["a feed", (_, response) => response.writeHead(200, { "Content-Type": "application/rss+xml" }).end("<rss/>")],
  [
    "a page larger than half a megabyte",
    (_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end(Buffer.alloc(600_000, "x")),
  ],
  [
    "a page that breaks off",
    (_, response) => void (response.writeHead(200, { "Content-Type": "text/html" }).write("ha"), response.destroy()),
  ],
])("%s is not cached", async (_, render) => {
  const { get, rendered } = await site(render);
  for (let n = 0; n < 2; n += 1) await get("/docs/api").catch(() => undefined);
  expect(rendered()).toBe(2);
});

test("at most a hundred pages are cached", async () => {
  const { get, rendered } = await site();
  for (let n = 0; n <= 100; n += 1) await get(`/docs/${n}`);
  await get("/docs/100");
  expect(rendered()).toBe(101);
  await get("/docs/0");
  expect(rendered()).toBe(102);
});
