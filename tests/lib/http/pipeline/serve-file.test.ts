import { expect, test } from "vitest";
import { serveFile } from "@/lib/http/pipeline/serve-file";
import { mountContext } from "@/tests/lib/http/pipeline/caller";

let opened = 0;
const file = {
  contentType: "image/png",
  isPublic: true,
  version: "media_1",
  open: async () => (opened++, new Blob(["pixels"]).stream()),
};
const handlers = serveFile(async () => file);
const ask = (method: "GET" | "HEAD", headers: Record<string, string> = {}) => {
  const request = new Request("http://localhost/api/media/media_1", { method, headers });
  return handlers[method](request, mountContext(request, { id: "media_1" }));
};

test("reads a file only when its body is sent: not for a 304 or HEAD", async () => {
  const whole = await ask("GET");
  expect(await whole.text()).toBe("pixels");
  expect(opened).toBe(1);
  const etag = whole.headers.get("etag")!;
  expect(etag).toMatch(/^"media_1"$/);
  expect((await ask("GET", { "If-None-Match": etag })).status).toBe(304);
  const head = await ask("HEAD");
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  expect(opened).toBe(1);
});
