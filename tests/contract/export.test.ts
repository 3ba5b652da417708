import { expect, test } from "vitest";
import { BASE_URL, send } from "@/tests/support/api";
import { eventually } from "@/tests/support/eventually";
import { unzip } from "@/tests/support/unzip";
import { beginExport, newWriter, POSTS } from "./exporting";

test("an account's data is streamed completely, and not cacheable", async () => {
  const { headers } = await newWriter();
  const answer = await send("/api/account/export", { headers: { ...headers, "Accept-Encoding": "br, gzip" } });
  expect((answer.json as { posts: unknown[] }).posts).toHaveLength(POSTS);
  expect(answer.headers.get("cache-control")).toBe("no-store, no-transform");
  expect([answer.headers.get("content-encoding"), answer.headers.get("content-length")]).toEqual([null, null]);
});

test("a second concurrent download is rejected, and aborting the first permits it", async () => {
  const { headers } = await newWriter();
  expect((await send("/api/account/export", { method: "HEAD", headers })).status).toBe(200);
  const first = await beginExport(headers);
  expect(first.statusCode).toBe(200);
  const second = await send("/api/account/export", { headers });
  expect(second).toMatchObject({ status: 409, json: { error: expect.stringContaining("already") as string } });
  expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(0);
  first.destroy();
  await eventually(async () =>
    expect((await send("/api/account/export", { method: "HEAD", headers })).status).toBe(200),
  );
});

test("an account's archive is streamed as a ZIP, and shares the limit of one download", async () => {
  const { headers } = await newWriter();
  const answer = await fetch(new URL("/api/account/archive", BASE_URL), { headers });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": 'attachment; filename="pegboard.zip"',
    "cache-control": "no-store, no-transform",
  });
  expect(await send("/api/account/export", { headers })).toMatchObject({ status: 409 });
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  expect(JSON.parse(String(files.get("posts.json")))).toHaveLength(POSTS);
});
