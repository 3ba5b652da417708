import { utimes } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { createContext } from "@/lib/domain/kernel/context";
import { expireMedia } from "@/lib/domain/writing/media/expiry";
import { openImage } from "@/lib/domain/writing/media/queries";
import { dayFolder } from "@/lib/domain/writing/media/rules";
import { prepareImage, uploadImage } from "@/lib/domain/writing/media/upload";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { getPost } from "@/lib/domain/writing/posts/queries";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { storage } from "@/lib/infra/storage/storage";
import { FolderStorage } from "@/lib/infra/storage/folder";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { png } from "./images";

let ada: Account;
let ben: Account;
let bytes: Buffer;
beforeAll(async () => {
  [ada, ben, bytes] = [await newAccount(), await newAccount(), await png()];
});

async function upload(owner: Account, at?: Date) {
  const ctx = owner.ctx(at);
  return uploadImage(ctx, { alt: "A red board" }, await prepareImage(ctx, { file: { bytes } }));
}
const visitor = (now = new Date()) => createContext({ actor: null, channel: "session", now });

describe("an uploaded image", () => {
  test("returns its id, type and expiry, and nothing else", async () => {
    const now = new Date("2026-07-01T12:00:00Z");
    const item = await upload(ada, now);
    expect(item).toEqual({
      id: expect.stringMatching(/^media_/) as string,
      type: "image",
      expires_at: "2026-07-02T12:00:00.000Z",
    });
    expect(await openImage(ada.ctx(now), item)).toMatchObject({ contentType: "image/png", isPublic: false });
    for (const other of [visitor(now), ben.ctx(now), ada.ctx(new Date("2026-07-02T12:00:00Z"))]) {
      await expect(openImage(other, item)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("is shown with its post, and deleted with it", async () => {
    const { id } = await upload(ada);
    const post = await createPost(ada.ctx(), { media_ids: [id], audience: "PUBLIC" });
    const { media } = await getPost(ben.ctx(), post);
    expect(media).toEqual([
      {
        id,
        type: "image",
        url: expect.stringMatching(new RegExp(`/api/media/${id}$`)) as string,
        width: 30,
        height: 20,
        alt: "A red board",
      },
    ]);
    expect(await openImage(visitor(new Date(Date.now() + 30 * 24 * HOUR_MS)), { id })).toMatchObject({
      isPublic: true,
    });
    const { storageKey } = await database().prisma.media.findUniqueOrThrow({ where: { id } });
    await deletePost(ada.ctx(), post);
    await expect(openImage(visitor(), { id })).rejects.toMatchObject({ code: "not_found" });
    await expireMedia(visitor(new Date(Date.now() + 25 * HOUR_MS)));
    expect(await storage().get(storageKey)).toBeNull();
  });

  test("belongs to one post of its owner; other ids are rejected by index", async () => {
    const [taken, foreign, expired, free] = [
      await upload(ada),
      await upload(ben),
      await upload(ada, new Date("2026-01-01T00:00:00Z")),
      await upload(ada),
    ];
    await createPost(ada.ctx(), { media_ids: [taken.id], audience: "PUBLIC" });
    await expect(
      createPost(ada.ctx(), { media_ids: [free.id, taken.id, foreign.id, expired.id], audience: "PUBLIC" }),
    ).rejects.toMatchObject({
      code: "invalid_media",
      details: { issues: [{ param: "media_ids[1]" }, { param: "media_ids[2]" }, { param: "media_ids[3]" }] },
    });
    await expect(createPost(ada.ctx(), { media_ids: [free.id, free.id], audience: "PUBLIC" })).rejects.toMatchObject({
      code: "invalid_media",
    });
    // The rejected post left the free image unattached.
    await createPost(ada.ctx(), { media_ids: [free.id], audience: "PUBLIC" });
  });

  test("is attached to one of five concurrent posts", async () => {
    const { id } = await upload(ada);
    const posts = await Promise.allSettled(
      Array.from({ length: 5 }, () => createPost(ada.ctx(), { media_ids: [id], audience: "PUBLIC" })),
    );
    expect(posts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("expiry", () => {
  const now = new Date("2026-08-02T12:00:00Z");

  test("removes the row and file of unattached images past their time, and nothing else", async () => {
    await database().prisma.media.deleteMany();
    const [over, waiting, attached] = [
      await upload(ada, new Date("2026-08-01T11:00:00Z")),
      await upload(ada, new Date("2026-08-01T13:00:00Z")),
      await upload(ada, new Date("2026-08-01T10:00:00Z")),
    ];
    await createPost(ada.ctx(new Date("2026-08-01T11:00:00Z")), { media_ids: [attached.id], audience: "PUBLIC" });
    const file = await database().prisma.media.findUniqueOrThrow({ where: { id: over.id } });
    expect((await expireMedia(visitor(now))).expired).toBe(1);
    expect(await storage().get(file.storageKey)).toBeNull();
    expect((await database().prisma.media.findMany({ select: { id: true } })).map(({ id }) => id).toSorted()).toEqual(
      [waiting.id, attached.id].toSorted(),
    );
  });

  test("and a concurrent post exclude each other", async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { id } = await upload(ada, new Date("2026-08-01T12:00:00.001Z"));
      const [posted, swept] = await Promise.allSettled([
        createPost(ada.ctx(now), { media_ids: [id], audience: "PUBLIC" }),
        expireMedia(visitor(new Date("2026-08-02T12:00:01Z"))),
      ]);
      expect(swept.status).toBe("fulfilled");
      const row = await database().prisma.media.findUnique({ where: { id } });
      if (posted.status === "fulfilled") expect(await storage().get(row!.storageKey)).not.toBeNull();
      else expect(row).toBeNull();
    }
  });

  test("removes files without a row once they are old enough", async () => {
    await database().prisma.media.deleteMany();
    const directory = temporaryFolder();
    const files = new FolderStorage(directory);
    const folder = dayFolder(now);
    const kept = await database().prisma.media.create({
      data: {
        id: "media_kept",
        ownerId: ada.id,
        contentType: "image/png",
        width: 1,
        height: 1,
        bytes: 1,
        storageKey: `${folder}/media_kept`,
        createdAt: now,
        expiresAt: new Date(now.getTime() + HOUR_MS),
      },
    });
    for (const name of ["media_kept", "media_lost", "media_half.part", "media_fresh"]) {
      await files.put(`${folder}/${name}`, bytes);
      const written = new Date(now.getTime() - (name === "media_fresh" ? 0.1 : 0.5) * HOUR_MS);
      await utimes(path.join(directory, folder, name), written, written);
    }
    expect(await expireMedia(visitor(now), files)).toEqual({ expired: 0, orphans: 2 });
    const left = [];
    for await (const { key } of files.list(folder)) left.push(key);
    expect(left.toSorted()).toEqual([`${folder}/media_fresh`, kept.storageKey]);
  });
});

describe("an account's quota", () => {
  const DAY_MS = 24 * HOUR_MS;
  const now = new Date("2026-09-01T12:00:00Z");
  const at = (ms: number) => new Date(now.getTime() + ms);
  let size: number;
  beforeAll(async () => {
    const { id } = await upload(ben, now);
    size = (await database().prisma.media.findUniqueOrThrow({ where: { id } })).bytes;
  });

  test("of bytes within a day includes images deleted since, whose files are kept that long", async () => {
    env().imageQuota = { dailyBytes: 2.5 * size, totalBytes: 100 * size };
    const person = await newAccount();
    const { id } = await upload(person, now);
    await deletePost(person.ctx(now), await createPost(person.ctx(now), { media_ids: [id], audience: "PUBLIC" }));
    await expireMedia(visitor(now));
    await upload(person, now);
    await expect(upload(person, at(DAY_MS - 1))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("within a day") as string,
    });
    await expireMedia(visitor(at(DAY_MS)));
    expect(await database().prisma.media.findUnique({ where: { id } })).toBeNull();
    await upload(person, at(DAY_MS));
  });

  test("of total bytes is exact under concurrent uploads", async () => {
    env().imageQuota = { dailyBytes: 100 * size, totalBytes: 3.5 * size };
    const person = await newAccount();
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => upload(person, now)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await expect(upload(person, at(2 * DAY_MS))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Delete posts") as string,
    });
  });
});
