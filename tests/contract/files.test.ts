import { expect, test } from "vitest";
import { send } from "@/tests/support/api";

const FILE = "/mark.svg";

test.each([
  ["Range", "bytes=99999999-"],
  ["Range", "bytes=0-3"],
  ["If-Match", '"other"'],
  ["If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"],
])("a public file is sent completely for a request with %s: %s", async (header, value) => {
  const { status, text } = await send(FILE, { headers: { [header]: value } });
  expect(status).toBe(200);
  expect(text).toMatch(/^<svg[^]*<\/svg>\s*$/);
});

test.each([FILE, "/pet/dog.png", "/pet/dog%2Epng", "/_next/static/any.js", "/", "/login", "/nothing"])(
  "%s allows no method except GET and HEAD",
  async (path) => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await send(path, { method });
      expect({ method, status, allow: headers.get("allow") }).toEqual({ method, status: 405, allow: "GET, HEAD" });
    }
  },
);

test("nobody can use the server to resize images", async () => {
  expect((await send("/_next/image?url=/readme/coins.png&w=640&q=75")).status).toBe(404);
});

test.each(["bytes=10-5", "bytes=0-99999999999999999999", "bytes=99999999-", "bytes=0-3", "bytes=x"])(
  "a static file is sent completely for the range %s",
  async (range) => {
    const [asset] = /\/_next\/static\/[\w./-]+\.js/.exec((await send("/")).text) ?? [];
    const whole = await send(asset!);
    const { status, text } = await send(asset!, { headers: { Range: range } });
    expect({ status, isWhole: text === whole.text }).toEqual({ status: 200, isWhole: true });
  },
);

test("a missing static file is a short 404, not a page", async () => {
  const { status, text, headers } = await send("/_next/static/none.js");
  expect({ status, cache: headers.get("cache-control") }).toEqual({ status: 404, cache: "no-store" });
  expect(text.length).toBeLessThan(200);
});

test.each(["x", "%", "[]", "%5B%22%22%2C1%5D", "[".repeat(5000)])(
  "an unreadable header of Next's client, %s, is ignored",
  async (tree) => {
    for (const path of ["/", "/login", "/nothing"]) {
      const { status } = await send(path, { headers: { RSC: "1", "Next-Router-State-Tree": tree } });
      expect({ path, ok: status < 500 }).toEqual({ path, ok: true });
    }
  },
);
