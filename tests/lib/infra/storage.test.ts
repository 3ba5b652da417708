import { mkdtemp, readdir } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Storage } from "@/lib/infra/storage";
import { FolderStorage } from "@/lib/infra/storage-folder";
import { S3Storage } from "@/lib/infra/storage-s3";

const PAGE = 2;
const objects = new Map<string, { bytes: Buffer; contentType: string | undefined }>();
let server: Server;
const places: Record<string, Storage> = {};

/** As much of S3 as we speak: objects in one bucket, listed two at a time, for whoever signs. */
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://store");
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const key = pathname.replace(/^\/boards\/?/, "");
      const found = objects.get(key);
      if (!/^AWS4-HMAC-SHA256 Credential=us\/\d{8}\/auto\/s3\/aws4_request, /.test(request.headers.authorization ?? "")) response.statusCode = 403;
      else if (!pathname.startsWith("/boards")) response.statusCode = 404;
      else if (request.method === "PUT") objects.set(key, { bytes: Buffer.concat(chunks), contentType: request.headers["content-type"] });
      else if (request.method === "DELETE") response.statusCode = objects.delete(key) ? 204 : 404;
      else if (key === "") return response.end(listing(searchParams));
      else if (found) return response.end(found.bytes);
      else response.statusCode = 404;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bucket = { kind: "s3", endpoint, bucket: "boards", region: "auto", accessKeyId: "us", secretAccessKey: "secret" } as const;
  places.s3 = new S3Storage({ ...bucket, publicUrl: "https://files.example/" });
  places.absent = new S3Storage({ ...bucket, bucket: "nowhere" });
  places.folder = new FolderStorage(await mkdtemp(path.join(os.tmpdir(), "pegboard-storage-")));
});
afterAll(() => server.close());

function listing(query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).toSorted();
  const from = Number(query.get("continuation-token") ?? 0);
  const contents = keys.slice(from, from + PAGE).map((key) => `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`);
  const next = from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult>${next}${contents.join("\n")}</ListBucketResult>`;
}

async function keysIn(place: Storage, folder: string): Promise<string[]> {
  const keys = [];
  for await (const { key, writtenAt } of place.list(folder)) {
    expect(writtenAt.getTime()).toBeGreaterThan(0);
    keys.push(key);
  }
  return keys.toSorted();
}

describe.each(["folder", "s3"])("the %s", (kind) => {
  test("gives back what was put, lists it by its folder, and forgets what was removed", async () => {
    const place = places[kind]!;
    for (const key of ["day/a", "day/b", "day/c", "day/d", "day/e", "other/f"]) await place.put(key, Buffer.from(`bytes of ${key}`), "image/png");
    expect(Buffer.from((await place.get("day/b"))!).toString()).toBe("bytes of day/b");
    expect(await keysIn(place, "day")).toEqual(["day/a", "day/b", "day/c", "day/d", "day/e"]);
    await place.remove("day/b");
    await place.remove("day/b");
    expect(await place.get("day/b")).toBeNull();
    expect(await keysIn(place, "day")).toEqual(["day/a", "day/c", "day/d", "day/e"]);
    expect(await keysIn(place, "nothing")).toEqual([]);
  });
});

test("a bucket that is not there loses nothing in silence", async () => {
  await expect(places.absent!.put("day/a", Buffer.from("x"), "image/png")).rejects.toThrow("no such bucket");
});

test("an object keeps its type, and the world reads it where the bucket is public", async () => {
  await places.s3!.put("day/typed", Buffer.from("x"), "image/webp");
  expect(objects.get("day/typed")?.contentType).toBe("image/webp");
  expect(places.s3!.publicUrl("day/typed")).toBe("https://files.example/day/typed");
  expect(places.folder!.publicUrl("day/typed")).toBeNull();
});

test("a folder holds no half files", async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), "pegboard-storage-"));
  await Promise.all(Array.from({ length: 10 }, (_, index) => new FolderStorage(root).put(`day/${index}`, Buffer.alloc(100_000))));
  expect((await readdir(path.join(root, "day"))).toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `${index}`));
});

test("a file is read piece by piece, as fast as it is taken, and one that is not there is none", async () => {
  const [folder, bytes] = [places.folder!, Buffer.alloc(5_000_000, 7)];
  await folder.put("day/large", bytes, "image/png");
  const reader = (await folder.open("day/large"))!.getReader();
  const first = await reader.read();
  expect(first.value!.length).toBeLessThan(200_000);
  await reader.cancel();
  for (const place of [folder, places.s3!]) {
    await place.put("day/large", bytes, "image/png");
    expect(Buffer.from(await new Response(await place.open("day/large")).arrayBuffer()).equals(bytes)).toBe(true);
    expect(await place.open("day/nothing")).toBeNull();
  }
});
