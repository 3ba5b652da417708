import { mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { failureOf } from "@/lib/http/response/errors";
import { log } from "@/lib/infra/log/log";
import { checkStorage } from "@/lib/infra/storage/storage";
import type { Storage } from "@/lib/infra/storage/store";
import { FolderStorage } from "@/lib/infra/storage/folder";
import { S3Storage } from "@/lib/infra/storage/s3";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { keysIn, storeThat } from "./odd-store";

const PAGE = 2;
const objects = new Map<string, { bytes: Buffer; contentType: string | undefined }>();
let server: Server;
const places: Record<string, Storage> = {};

/** The part of S3 that we use: objects in one bucket, listed two at a time, for signed requests. */
const folder = temporaryFolder(afterAll);
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://store");
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const key = pathname.replace(/^\/boards\/?/, "");
      const found = objects.get(key);
      if (!/^AWS4-HMAC-SHA256 Credential=us\/\d{8}\/auto\/s3\/aws4_request, /.test(request.headers.authorization ?? ""))
        response.statusCode = 403;
      else if (!pathname.startsWith("/boards")) response.statusCode = 404;
      else if (request.method === "PUT")
        objects.set(key, { bytes: Buffer.concat(chunks), contentType: request.headers["content-type"] });
      else if (request.method === "DELETE") response.statusCode = objects.delete(key) ? 204 : 404;
      else if (key === "") return response.end(listing(searchParams));
      else if (found) return response.end(found.bytes);
      else response.statusCode = 404;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bucket = {
    kind: "s3",
    endpoint,
    bucket: "boards",
    region: "auto",
    accessKeyId: "us",
    secretAccessKey: "secret",
    publicUrl: undefined,
  } as const;
  places.s3 = new S3Storage({ ...bucket, publicUrl: "https://files.example/" });
  places.absent = new S3Storage({ ...bucket, bucket: "nowhere" });
  places.folder = new FolderStorage(folder);
});
afterAll(() => server.close());

function listing(query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).toSorted();
  const from = Number(query.get("continuation-token") ?? 0);
  const contents = keys
    .slice(from, from + PAGE)
    .map((key) => `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`);
  const next = from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : "";
  return `<?xml version="1.0"?><ListBucketResult>${next}${contents.join("\n")}</ListBucketResult>`;
}

describe.each(["folder", "s3"])("the %s", (kind) => {
  test("returns stored files, lists them by folder, and removes them", async () => {
    const place = places[kind]!;
    for (const key of ["day/a", "day/b", "day/c", "day/d", "day/e", "other/f"])
      await place.put(key, Buffer.from(`bytes of ${key}`), "image/png");
    expect(Buffer.from((await place.get("day/b"))!).toString()).toBe("bytes of day/b");
    expect(await keysIn(place, "day")).toEqual(["day/a", "day/b", "day/c", "day/d", "day/e"]);
    await place.remove("day/b");
    await place.remove("day/b");
    expect(await place.get("day/b")).toBeNull();
    expect(await keysIn(place, "day")).toEqual(["day/a", "day/c", "day/d", "day/e"]);
    expect(await keysIn(place, "nothing")).toEqual([]);
  });
});

test("reports a missing bucket instead of losing files", async () => {
  await expect(places.absent!.put("day/a", Buffer.from("x"), "image/png")).rejects.toThrow("no such bucket");
});

test("keeps an object's type, and has a public URL if the bucket is public", async () => {
  await places.s3!.put("day/typed", Buffer.from("x"), "image/webp");
  expect(objects.get("day/typed")?.contentType).toBe("image/webp");
  expect(places.s3!.publicUrl("day/typed")).toBe("https://files.example/day/typed");
  expect(places.folder!.publicUrl("day/typed")).toBeNull();
});

describe("an unavailable store", () => {
  test("is logged when it fails and when it recovers", async () => {
    const [went, cameBack] = [vi.spyOn(log, "error").mockReturnValue(), vi.spyOn(log, "warn").mockReturnValue()];
    const { store, stop } = await storeThat((_request, response) => response.end());
    stop();
    await store.get("day/a").catch(() => undefined);
    await places.s3!.get("day/a");
    await places.s3!.get("day/a");
    expect(cameBack.mock.calls).toEqual([
      ["dependency recovered", { dependency: "file store", downMs: expect.any(Number) }],
    ]);
    vi.restoreAllMocks();
    expect(went.mock.calls.length).toBeLessThanOrEqual(1);
  });
});

const refusal =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);

describe("the check at startup", () => {
  test("passes with a working store, and leaves nothing behind", async () => {
    for (const kind of ["s3", "folder"]) {
      await checkStorage(places[kind]);
      expect(await keysIn(places[kind]!, "checks")).toEqual([]);
    }
  });

  test.each([
    [404, "NoSuchBucket", "S3_BUCKET"],
    [403, "InvalidAccessKeyId", "S3_ACCESS_KEY_ID"],
    [403, "SignatureDoesNotMatch", "S3_SECRET_ACCESS_KEY"],
    [403, "AccessDenied", "S3_ACCESS_KEY_ID may not"],
    [400, "AuthorizationHeaderMalformed", "S3_REGION"],
    [301, "PermanentRedirect", "S3_REGION"],
  ])("names what is wrong when the store answers %d %s", async (status, code, variable) => {
    const { store, stop } = await storeThat(refusal(status, code));
    await expect(checkStorage(store)).rejects.toThrow(new RegExp(`^${variable}.*\\(${code}\\)`));
    stop();
  });

  test("rejects a server that is not a file store, and a folder that is not writable", async () => {
    const { store, stop } = await storeThat((_request, response) => response.end("<html>Welcome</html>"));
    await expect(checkStorage(store)).rejects.toThrow(/^S3_ENDPOINT/);
    stop();
    const file = path.join(temporaryFolder(), "file");
    await writeFile(file, "");
    await expect(checkStorage(new FolderStorage(file))).rejects.toThrow(/^STORAGE_DIR/);
  });
});

test("leaves nothing behind of a file that cannot be written, and reports the file store", async () => {
  const root = temporaryFolder();
  // The destination is a directory, so the final rename fails after everything is written, as on a full disk.
  await mkdir(path.join(root, "day/a/b"), { recursive: true });
  const error = await new FolderStorage(root).put("day/a", Buffer.alloc(1000)).catch((error: unknown) => error);
  expect(failureOf(error)).toMatchObject({ status: 503, message: expect.stringContaining("file store") });
  expect(await readdir(path.join(root, "day"))).toEqual(["a"]);
});

test("rejects a file that would leave a folder's disk with too little free space", async () => {
  const root = temporaryFolder();
  const free = await new FolderStorage(root).freeBytes();
  const error = await new FolderStorage(root, { minFreeBytes: 2 * free })
    .put("day/a", Buffer.alloc(1000))
    .catch((error: unknown) => error);
  expect(failureOf(error)).toMatchObject({ status: 503, message: expect.stringContaining("no space left") });
  expect(await readdir(path.join(root, "day"))).toEqual([]);
});

test("never leaves partial files in a folder", async () => {
  const root = temporaryFolder();
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => new FolderStorage(root).put(`day/${index}`, Buffer.alloc(100_000))),
  );
  expect((await readdir(path.join(root, "day"))).toSorted()).toEqual(
    Array.from({ length: 10 }, (_, index) => `${index}`),
  );
});

test("streams a file only as fast as it is read, and returns null for a missing one", async () => {
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

test("forwards an object while it arrives, and disconnects from the store with the reader", async () => {
  let letGo = () => {};
  const closed = new Promise<void>((resolve) => (letGo = resolve));
  const { store, stop } = await storeThat((_request, response) => {
    response.on("close", letGo).write("the first half");
  });
  const reader = (await store.open("day/large"))!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe("the first half");
  await reader.cancel();
  await closed;
  stop();
});
