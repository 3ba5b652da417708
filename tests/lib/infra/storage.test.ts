import { mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { failureOf } from "@/lib/http/errors";
import { env } from "@/lib/infra/env";
import { log } from "@/lib/infra/log";
import { checkStorage, type Storage } from "@/lib/infra/storage";
import { StorageUnavailable } from "@/lib/infra/storage-error";
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
  } as const;
  places.s3 = new S3Storage({ ...bucket, publicUrl: "https://files.example/" });
  places.absent = new S3Storage({ ...bucket, bucket: "nowhere" });
  places.folder = new FolderStorage(await mkdtemp(path.join(os.tmpdir(), "pegboard-storage-")));
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

test("a bucket that is not there loses nothing in silence", async () => {
  await expect(places.absent!.put("day/a", Buffer.from("x"), "image/png")).rejects.toThrow("no such bucket");
});

test("an object keeps its type, and the world reads it where the bucket is public", async () => {
  await places.s3!.put("day/typed", Buffer.from("x"), "image/webp");
  expect(objects.get("day/typed")?.contentType).toBe("image/webp");
  expect(places.s3!.publicUrl("day/typed")).toBe("https://files.example/day/typed");
  expect(places.folder!.publicUrl("day/typed")).toBeNull();
});

/** A store that answers as the test has it. */
async function storeThat(answer: RequestListener): Promise<{ store: S3Storage; stop(): void }> {
  const odd = createServer(answer);
  await new Promise<void>((resolve) => odd.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
  const stop = () => {
    odd.closeAllConnections();
    odd.close();
  };
  return {
    store: new S3Storage({
      kind: "s3",
      endpoint,
      bucket: "boards",
      region: "auto",
      accessKeyId: "us",
      secretAccessKey: "secret",
    }),
    stop,
  };
}

const refusal =
  (status: number, code: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);

describe("a store that is away", () => {
  test.each<[string, RequestListener]>([
    ["never answers", () => {}],
    [
      "stops in the middle of an answer",
      (_request, response) => void response.writeHead(200, { "Content-Length": 100 }).write("half"),
    ],
  ])("and %s is given up after 15 s as a whole", { timeout: 25_000 }, async (_how, answer) => {
    const { store, stop } = await storeThat(answer);
    const startedAt = Date.now();
    const outcomes = await Promise.allSettled([
      store.put("day/a", Buffer.from("x"), "image/png"),
      store.get("day/a"),
      store.remove("day/a"),
      keysIn(store, "day"),
    ]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StorageUnavailable) });
    expect(Date.now() - startedAt).toBeLessThan(18_000);
    stop();
  });

  test("is logged when it goes and when it is back", async () => {
    const [went, cameBack] = [vi.spyOn(log, "error").mockReturnValue(), vi.spyOn(log, "warn").mockReturnValue()];
    const { store, stop } = await storeThat((_request, response) => response.end());
    stop();
    await store.get("day/a").catch(() => undefined);
    await places.s3!.get("day/a");
    await places.s3!.get("day/a");
    expect(cameBack.mock.calls).toEqual([["file store recovered", { awayMs: expect.any(Number) }]]);
    vi.restoreAllMocks();
    expect(went.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test("is tried again, and then told apart from a database", async () => {
    let asked = 0;
    const { store, stop } = await storeThat(
      (_request, response) => void ((asked += 1), response.writeHead(asked < 3 ? 503 : 200).end()),
    );
    await store.put("day/a", Buffer.from("x"), "image/png");
    expect(asked).toBe(3);
    stop();
    const failure = failureOf(await store.put("day/a", Buffer.from("x"), "image/png").catch((error: unknown) => error));
    expect(failure).toMatchObject({
      status: 503,
      code: "unavailable",
      message: expect.stringContaining("file store"),
      retryAfter: expect.any(Number),
    });
  });

  test("is no reason not to start: it is logged, in bounded time", async () => {
    const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { store, stop } = await storeThat(() => {});
    const level = env().logLevel;
    env().logLevel = "warn";
    const startedAt = Date.now();
    await checkStorage(store);
    expect(Date.now() - startedAt).toBeLessThan(8000);
    stop();
    await checkStorage(store);
    expect(said).toHaveBeenCalledTimes(2);
    expect(said).toHaveBeenCalledWith(expect.stringContaining("warn file store is away"));
    env().logLevel = level;
    said.mockRestore();
  });
});

describe("the check at the start", () => {
  test("passes, and leaves nothing behind, where everything is well", async () => {
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

  test("finds a server that is no file store, and a folder that cannot be written", async () => {
    const { store, stop } = await storeThat((_request, response) => response.end("<html>Welcome</html>"));
    await expect(checkStorage(store)).rejects.toThrow(/^S3_ENDPOINT/);
    stop();
    const file = path.join(await mkdtemp(path.join(os.tmpdir(), "pegboard-storage-")), "file");
    await writeFile(file, "");
    await expect(checkStorage(new FolderStorage(file))).rejects.toThrow(/^STORAGE_DIR/);
  });
});

test("a file that cannot be written leaves nothing, and is a fault of the file store", async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), "pegboard-storage-"));
  // In its place is what it cannot replace: it fails when all is written, as on a full disk.
  await mkdir(path.join(root, "day/a/b"), { recursive: true });
  const error = await new FolderStorage(root).put("day/a", Buffer.alloc(1000)).catch((error: unknown) => error);
  expect(failureOf(error)).toMatchObject({ status: 503, message: expect.stringContaining("file store") });
  expect(await readdir(path.join(root, "day"))).toEqual(["a"]);
});

test("a folder holds no half files", async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), "pegboard-storage-"));
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => new FolderStorage(root).put(`day/${index}`, Buffer.alloc(100_000))),
  );
  expect((await readdir(path.join(root, "day"))).toSorted()).toEqual(
    Array.from({ length: 10 }, (_, index) => `${index}`),
  );
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
