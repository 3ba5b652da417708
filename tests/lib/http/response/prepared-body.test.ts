import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { announceEncodingRestored } from "@/lib/http/response/content-encoding";
import { PreparedBody } from "@/lib/http/response/prepared-body";

const TEXT = "The same for everyone. ".repeat(50);
const ENCODING = "X-Pegboard-Encoding";
const body = await PreparedBody.from("text/plain", TEXT);

function respond(headers: Record<string, string>): Response {
  return body.respond(new Request("http://localhost/", { headers }), { Vary: "Authorization" });
}

/** What `announceEncodingRestored` sets. */
afterEach(() => Reflect.deleteProperty(globalThis, Symbol.for("pegboard.content-encoding")));

describe("a prepared body", () => {
  test("is sent uncompressed if no server restores the encoding", async () => {
    const response = respond({ "Accept-Encoding": "br, gzip" });
    expect(response.headers.has(ENCODING)).toBe(false);
    expect(await response.text()).toBe(TEXT);
  });

  test.each([
    ["br", "gzip, deflate, br, zstd"],
    ["gzip", "gzip, deflate"],
    ["gzip", "br;q=0, gzip"],
    [null, "br;q=0, gzip;q=0"],
    [null, "deflate"],
    [null, ""],
    [null, "junk;;q=x,,"],
    ["br", "*"],
  ])("is sent as %s to a client that accepts %j", async (encoding, accepted) => {
    announceEncodingRestored();
    const response = respond({ "Accept-Encoding": accepted });
    expect(response.headers.get(ENCODING)).toBe(encoding);
    expect(response.headers.get("Vary")).toBe("Authorization, Accept-Encoding");
    const bytes = Buffer.from(await response.arrayBuffer());
    const decoded = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
    expect(decoded.toString()).toBe(TEXT);
  });

  test("is a 304 for a client that has it in any encoding", () => {
    announceEncodingRestored();
    for (const held of ["br", "gzip", ""]) {
      const etag = respond({ "Accept-Encoding": held }).headers.get("ETag")!;
      for (const accepted of ["br", "gzip", ""]) {
        const response = respond({ "Accept-Encoding": accepted, "If-None-Match": etag });
        expect({ status: response.status, body: response.body }).toEqual({ status: 304, body: null });
      }
    }
    expect(respond({ "If-None-Match": '"other"' }).status).toBe(200);
  });
});
