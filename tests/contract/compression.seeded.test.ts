import fs from "node:fs";
import http from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { BASE_URL, send } from "@/tests/support/api";
import { sampleOf } from "@/tests/support/random";

/** fetch() decodes responses; this returns the bytes on the wire. */
function ask(
  path: string,
  encoding: string,
): Promise<{ status?: number; headers: http.IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(new URL(path, BASE_URL), { headers: { "Accept-Encoding": encoding } }, (response) => {
        const chunks: Buffer[] = [];
        response
          .on("data", (chunk: Buffer) => chunks.push(chunk))
          .on("end", () =>
            resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
          )
          .on("error", reject);
      })
      .on("error", reject);
  });
}

let script: string;

beforeAll(async () => {
  const { body } = await ask("/login", "identity");
  script = /\/_next\/static\/chunks\/[^"]+\.js/.exec(body.toString())![0];
});

/** What clients send, and the encodings that they allow. */
const ACCEPTED: [accepted: string, allowed: string[]][] = [
  ["gzip", ["gzip", "identity"]],
  ["br", ["br", "identity"]],
  ["gzip, deflate, br", ["gzip", "br", "deflate", "identity"]],
  ["GZIP;q=0.5, br;q=0", ["gzip", "identity"]],
  ["gzip;q=0", ["identity"]],
  ["br;q=0, gzip;q=0.0", ["identity"]],
  ["identity", ["identity"]],
];
/** The paths of route handlers that answer the same to everybody, as Next finds them. */
const ROUTES = fs
  .readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts") && !file.startsWith("api/") && !/\[|\/sdk$|^mcp/.test(file))
  .map((file) => `/${file.replace("(site)/", "").replace("/route.ts", "")}`);
const OTHERS = ["/", "/login", "/docs/api", "/blog", "/robots.txt", "/manifest.webmanifest", "/icon.svg", "/missing"];
const OPERATIONS = ["/api/v1/openapi.json", "/api/v1/feed", "/api/presence/online-count", "/api/health/live"];

const PATHS = [...new Set([...ROUTES, ...OTHERS, ...OPERATIONS])];

describe.each(sampleOf(PATHS, "which encodings are sent"))("%s", (path) => {
  test.each(ACCEPTED)("decodes to the same content for a client that accepts %s", async (accepted, allowed) => {
    const plain = await ask(path, "identity");
    const { status, headers, body } = await ask(path, accepted);
    const encoding = headers["content-encoding"] ?? "identity";
    expect(status).toBe(plain.status);
    expect(allowed).toContain(encoding);
    expect(comparable(path, DECODE[encoding]!(body))).toBe(comparable(path, plain.body));
  });
});

const DECODE: Record<string, (body: Buffer) => Buffer> = {
  identity: (body) => body,
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

/** What other tests write into meanwhile. */
const CHANGING = [...ROUTES.filter((path) => path.endsWith(".xml")), "/api/v1/feed", "/api/presence/online-count"];

/**
 * What of a body is the same in two responses: all but the ids of requests; of a page, whose parts are streamed in any
 * order, its title; of a list that grows, its beginning.
 */
function comparable(path: string, body: Buffer): string {
  const text = body.toString();
  const title = /^<!doctype html>.*?(<title>.*?<\/title>)/is.exec(text)?.[1];
  return title ?? (CHANGING.includes(path) ? text.slice(0, 8) : text.replace(/req_\w+/g, ""));
}

test("a script is sent in Brotli, gzip or plain, as the client accepts, with the same content", async () => {
  const [plain, gzip, brotli] = await Promise.all([
    ask(script, "identity"),
    ask(script, "gzip"),
    ask(script, "gzip, br"),
  ]);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
  expect(brotli.body.length).toBeLessThan(gzip.body.length);
});

test("a script is not sent in Brotli to clients that exclude it", async () => {
  for (const encoding of ["br;q=0, gzip", "gzip, br; q=0.0"])
    expect((await ask(script, encoding)).headers["content-encoding"]).toBe("gzip");
});

test("a 304 varies by the same headers as the full response", async () => {
  const { headers } = await ask("/api/v1/openapi.json", "br");
  const unchanged = await send("/api/v1/openapi.json", { headers: { "If-None-Match": headers.etag! } });
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers.get("vary")).toBe(headers.vary);
});

test("a script is cached for a year, per encoding, and never sniffed as another type", async () => {
  const { headers } = await ask(script, "br");
  expect(headers["cache-control"]).toMatch(/immutable/);
  expect(headers["cache-control"]).toMatch(/max-age=31536000/);
  expect(headers.vary).toMatch(/Accept-Encoding/i);
  expect(headers["content-type"]).toMatch(/^text\/javascript/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
});

test("a page and an API response are sent in Brotli, compressed once", async () => {
  for (const path of ["/login", "/api/v1/openapi.json"]) {
    const [plain, brotli] = await Promise.all([ask(path, "identity"), ask(path, "gzip, br")]);
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(brotli.body).subarray(0, 15)).toEqual(plain.body.subarray(0, 15));
  }
});

test.each([
  "/_next/static/",
  "/_next/static/chunks",
  "/_next/static/none.js",
  "/_next/static/..%2fserver%2fapp-paths-manifest.json",
  "/_next/static/%2e%2e/pegboard-sources",
])("%s reveals no file", async (path) => {
  expect((await ask(path, "br")).status).toBe(404);
});
