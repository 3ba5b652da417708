import { expect, test } from "vitest";
import { send } from "@/tests/support/api";

const FILE = "/mark.svg";

test.each([
  ["Range", "bytes=99999999-"],
  ["Range", "bytes=0-3"],
  ["If-Match", '"other"'],
  ["If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"],
])("a public file is sent whole to who asks for it with %s: %s", async (header, value) => {
  const { status, text } = await send(FILE, { headers: { [header]: value } });
  expect(status).toBe(200);
  expect(text).toMatch(/^<svg[^]*<\/svg>\s*$/);
});

test.each([FILE, "/pet/dog.png", "/pet/dog%2Epng", "/_next/static/any.js", "/", "/login", "/nothing"])(
  "%s takes no other method than GET and HEAD",
  async (path) => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await send(path, { method });
      expect({ method, status, allow: headers.get("allow") }).toEqual({ method, status: 405, allow: "GET, HEAD" });
    }
  },
);

test("nobody has images resized here", async () => {
  expect((await send("/_next/image?url=/readme/coins.png&w=640&q=75")).status).toBe(404);
});
