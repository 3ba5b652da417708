import { createServer, type RequestListener } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { serveOutagePages } from "@/lib/http/response/outage-page";
import { noteFailure } from "@/lib/infra/database/health";

beforeAll(serveOutagePages);
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

async function ask(answer: RequestListener, path = "/", init: RequestInit = { headers: { Accept: "text/html" } }) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => server.close());
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Ends a page as Next does after an error: with its status, in chunks, and large enough to be compressed. */
const broken: RequestListener = (_request, response) => {
  noteFailure();
  response.statusCode = 500;
  response.setHeader("Content-Type", "text/html");
  response.setHeader("ETag", '"1"');
  response.write("x".repeat(3000));
  response.end("Internal words");
};
const compression = createRequire(import.meta.url)("compression") as () => (
  ...args: [...Parameters<RequestListener>, () => void]
) => void;
const compressed: RequestListener = (request, response) =>
  compression()(request, response, () => broken(request, response));
const atOnce: RequestListener = (_request, response) => {
  noteFailure();
  response.writeHead(500, { "Content-Type": "text/html", "Content-Length": 14 }).end("Internal words");
};

describe.each([
  ["in pieces", broken],
  ["compressed", compressed],
  ["at once", atOnce],
])("a page that failed because of the database, sent %s", (_how, answer) => {
  test("is a 503 with a page that says when to retry", async () => {
    const { status, headers, text } = await ask(answer);
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toMatch(/^\d+$/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-encoding")).toBeNull();
    expect(headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    expect(text).toContain("be right back");
    expect(text).not.toContain("Internal words");
  });

  test("is in the visitor's language", async () => {
    expect(JSON.parse((await ask(answer, "/api/feed/atom", {})).text)).toEqual({
      error: expect.stringContaining("right back"),
    });
    expect((await ask(answer, "/sitemap.xml", {})).text).toMatch(/^We’ll be right back\./);
    expect(await ask(answer, "/", { method: "HEAD" })).toMatchObject({ status: 503, text: "" });
  });
});

test("leaves unrelated failures unchanged", async () => {
  noteFailure();
  await new Promise((resolve) => setTimeout(resolve, 5));
  const { status, text } = await ask((_request, response) => response.writeHead(500).end("ours"));
  expect({ status, text }).toEqual({ status: 500, text: "ours" });
});

test("leaves successful responses unchanged, with their chunks in order", async () => {
  const { status, text } = await ask((_request, response) => {
    noteFailure();
    response.write("one ");
    response.end("two");
  });
  expect({ status, text }).toEqual({ status: 200, text: "one two" });
});
