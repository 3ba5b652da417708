import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { beginImport, receivePart, storePart, withdrawImport } from "@/lib/domain/accounts/imports/commands";
import { runDueImport } from "@/lib/domain/accounts/imports/due";
import { makeFolder } from "@/lib/domain/accounts/imports/files";
import { readImport } from "@/lib/domain/accounts/imports/queries";
import { removeOldArchives } from "@/lib/domain/accounts/imports/retention";
import {
  archiveFolder,
  imageFolder,
  LEASE_MS,
  LIMITS,
  MAX_ARCHIVE_BYTES,
  PART_BYTES,
  partKey,
  type Problem,
  PROBLEMS,
} from "@/lib/domain/accounts/imports/rules";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { newLeaver, password } from "@/tests/lib/domain/accounts/lifecycle/leaver";
import type { Context } from "@/lib/domain/kernel/context";
import { listCatalogue } from "@/lib/domain/writing/builds/queries";
import { MAX_SCREENSHOTS } from "@/lib/domain/writing/builds/rules";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { listOwnPosts } from "@/lib/domain/writing/posts/queries";
import { database, Transaction } from "@/lib/infra/database/db";
import { storage } from "@/lib/infra/storage/storage";
import { png } from "@/tests/lib/domain/writing/media/images";
import { eventually } from "@/tests/support/eventually";
import { readArchive } from "@/tests/support/export";
import { newImage } from "@/tests/support/images";
import { later, newPerson } from "@/tests/support/people";
import { unzip } from "@/tests/support/unzip";
import { importArchive, NOTHING, rowsOf, sealed, sendArchive, zipped } from "./archives";
import { forgedZip } from "./forged-zip";

let ada: Context;
let eve: Context;
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  [ada, eve] = [await newPerson(), await newPerson()];
});

async function filesOf(folder: string): Promise<number> {
  let files = 0;
  for await (const _file of storage().list(folder)) files += 1;
  return files;
}

const file = (name: string, content: string | Buffer = "{}") => ({ name, content: Buffer.from(content) });

/** Expects an archive to be rejected with its reason, and nothing of it to be left. */
async function expectRejected(archive: Buffer, problem: Problem): Promise<void> {
  const item = await importArchive(eve, "pegboard", archive);
  expect(item).toMatchObject({ status: "failed", failure: PROBLEMS[problem], brought: {} });
  expect(await rowsOf(eve)).toEqual(NOTHING);
  expect(await filesOf(archiveFolder(item.id))).toBe(0);
  expect(await filesOf(imageFolder(item.id))).toBe(0);
}

describe("an archive is rejected as a whole", () => {
  test("if it is none, or cut short", async () => {
    await expectRejected(Buffer.from("Hello"), "not_an_archive");
    const archive = await readArchive(ada);
    await expectRejected(archive.subarray(0, archive.length - 100), "not_an_archive");
    await expectRejected(archive.subarray(1000), "damaged");
  });

  test("if a file of it was changed, added or taken out", async () => {
    await createPost(ada, { content: "True", audience: "PUBLIC" });
    const files = Object.fromEntries(unzip(await readArchive(ada)));
    const posts = Buffer.from(String(files["posts.json"]).replace("True", "Fake"));
    await expectRejected(await zipped({ ...files, "posts.json": posts }), "changed");
    await expectRejected(await zipped({ ...files, "more.json": "[]" }), "changed");
    const { "likes.json": _gone, ...fewer } = files;
    await expectRejected(await zipped(fewer), "changed");
    const manifest = String(files["manifest.json"]).replace(ada.actor.handle, "somebody");
    await expectRejected(await zipped({ ...files, "manifest.json": manifest }), "changed");
    await expectRejected(await zipped({ ...files, "signature.json": { publicKey: {}, signature: 7 } }), "changed");
    await expectRejected(await zipped({ ...files, "signature.json": "null" }), "changed");
    const { "signature.json": _signature, ...unsigned } = files;
    await expectRejected(await zipped(unsigned), "unsigned");
  });

  test("if a file does not match its checksum, or its size", async () => {
    await expectRejected(forgedZip([file("signature.json"), { ...file("manifest.json"), checksum: 1 }]), "damaged");
    await expectRejected(
      forgedZip([file("signature.json"), { ...file("manifest.json"), deflated: true, size: 1 }]),
      "damaged",
    );
  });

  test("if the names of its files lead elsewhere, or occur twice", async () => {
    for (const name of ["../../etc/passwd", "/etc/passwd", "C:/windows", "a/../../b", "..\\..\\b"])
      await expectRejected(forgedZip([file(name)]), "unsafe_names");
    await expectRejected(forgedZip([file("account.json"), file("account.json")]), "unsafe_names");
  });

  test("if it expands far beyond its size, or its files share bytes", async () => {
    const bomb = { name: "manifest.json", content: Buffer.alloc(300_000_000), deflated: true };
    await expectRejected(forgedZip([bomb]), "expands");
    const claims = Array.from({ length: 20 }, (_, index) => ({
      ...file(`${index}.json`),
      deflated: true,
      size: 100_000_000,
    }));
    await expectRejected(forgedZip(claims), "expands");
    const shared = Array.from({ length: 50 }, (_, index) => ({
      ...file(`${index}.json`, Buffer.alloc(100_000, "a")),
      offset: 0,
    }));
    await expectRejected(forgedZip(shared), "expands");
  });

  test("if it has, or claims to have, too many files", async () => {
    await expectRejected(forgedZip([file("manifest.json")], { entries: 65_000 }), "too_many_files");
    const many = Array.from({ length: LIMITS.files + 1 }, (_, index) => file(String(index), ""));
    await expectRejected(forgedZip(many), "too_many_files");
  });

  test("if a file of text is too large", async () => {
    const large = { name: "manifest.json", content: Buffer.alloc(65_000_000, "[1]\n"), size: 65_000_000 };
    await expectRejected(forgedZip([large, file("signature.json")]), "file_too_large");
  });

  test("if what would be brought of it is more than the server takes at once", async () => {
    const of = (count: number, more: object) =>
      Array.from({ length: count }, (_, id) => ({
        id: `${id}`,
        authorId: "user_1",
        content: "x".repeat(1000),
        ...more,
      }));
    const files = {
      "account.json": { id: "user_1" },
      "posts.json": of(LIMITS.posts, { warning: "x".repeat(1000), createdAt: "2020-01-01T00:00:00Z" }),
      "comments.json": of(LIMITS.comments, { postId: "0" }),
    };
    await expectRejected(await sealed(ada, files), "too_much_work");
  });

  test("if its JSON is none, or of another shape, or nested without an end", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    for (const posts of ["{", deep, '"text"', "null", '{"posts":[]}', "[[],null,7]"]) {
      const archive = await sealed(ada, { "account.json": { id: ada.actor.id }, "posts.json": posts });
      const item = await importArchive(eve, "pegboard", archive);
      expect(["done", "failed"]).toContain(item.status);
      expect(await rowsOf(eve)).toEqual(NOTHING);
    }
    for (const account of ["null", "[]", '"text"'])
      expect(await importArchive(eve, "pegboard", await sealed(ada, { "account.json": account }))).toMatchObject({
        status: "done",
        brought: { posts: 0 },
      });
    await expectRejected(await sealed(ada, { "posts.json": "[]" }), "other_source");
    await expectRejected(await zipped({ "outbox.json": {}, "actor.json": {} }), "unsigned");
  });
});

describe("what an archive says is checked", () => {
  const post = {
    id: "post_1",
    content: "Fine",
    warning: null,
    audience: "PUBLIC",
    createdAt: "2020-01-01T00:00:00Z",
    editedAt: null,
  };
  const bring = async (posts: Record<string, unknown>[], files: Record<string, unknown> = {}) => {
    const account = { id: "user_1", name: "Ada", bio: "" };
    const own = posts.map((one, index) => ({ ...post, authorId: "user_1", id: `post_${index}`, ...one }));
    return importArchive(eve, "pegboard", await sealed(ada, { "account.json": account, "posts.json": own, ...files }));
  };
  const brought = async () => (await listOwnPosts(eve, { limit: 50 })).data;

  test("moments have been, and are not older than such services", async () => {
    const dates = ["2126-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "soon", "", "-271821-04-20T00:00:00Z"];
    const item = await bring([{}, ...dates.map((createdAt) => ({ createdAt }))]);
    expect(item).toMatchObject({ brought: { posts: 1 }, leftOut: { dates: dates.length } });
    expect(await brought()).toMatchObject([{ createdAt: "2020-01-01T00:00:00.000Z" }]);
  });

  test("posts, comments and builds of others are not in it", async () => {
    const item = await bring([{}, { authorId: "user_2" }], {
      "comments.json": [{ id: "cmt_1", authorId: "user_2", postId: "post_0", parentId: null, content: "Theirs" }],
      "media.json": [{ id: "media_1", ownerId: "user_2", postId: "post_0", contentType: "image/png" }],
    });
    expect(item).toMatchObject({ brought: { posts: 1, comments: 0, images: 0 } });
  });

  test("what has the same id is one", async () => {
    const comment = { id: "cmt_1", authorId: "user_1", parentId: null, content: "Mine", createdAt: post.createdAt };
    const under = (postId: string) => ({ ...comment, postId });
    const comments = [under("post_0"), under("post_1"), { ...under("post_0"), parentId: "cmt_1" }];
    const item = await bring([{}, {}, { id: "post_1" }], { "comments.json": comments });
    expect(item).toMatchObject({ status: "done", brought: { posts: 2, comments: 1 } });
  });

  test("text has the bounds and characters of text that is written here", async () => {
    const emoji = "👩‍👩‍👧".repeat(200);
    await bring([
      { content: "x".repeat(281) },
      { content: emoji },
      { content: "a\u0000b\u0007c\ufffed\ud800e\r\nf" },
      { content: "\u200b\u00ad" },
      { content: 12 },
      { content: "<script>alert(1)</script>", warning: "\u202ereversed" },
    ]);
    const texts = (await brought()).map(({ content, warning }) => [content, warning]);
    expect(texts).toContainEqual([`${"x".repeat(279)}…`, null]);
    expect(texts).toContainEqual(["abcde\nf", null]);
    expect(texts).toContainEqual(["<script>alert(1)</script>", "Sensitive content"]);
    expect(texts).toHaveLength(4);
  });

  test("pictures are drawn again, and what is no picture is left out", async () => {
    const image = (id: string, contentType: string, index: number) => ({
      ...{ id, ownerId: "user_1", postId: "post_0", position: index, contentType, alt: `Picture ${index}` },
    });
    const kinds: [string, string][] = [
      ["media_0", "image/png"],
      ["media_1", "image/svg+xml"],
      ["media_2", "image/png"],
      ["media_3", "image/../../x"],
    ];
    const item = await bring([{}], {
      "media.json": kinds.map(([id, type], index) => image(id, type, index)),
      "media/media_0.png": new Uint8Array(await png()),
      "media/media_1.svg+xml": "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
      "media/media_2.png": "no picture",
    });
    expect(item).toMatchObject({ brought: { posts: 1, images: 1 }, leftOut: { images: 3 } });
    expect(await brought()).toMatchObject([{ media: [{ alt: "Picture 0", width: 30 }] }]);
  });

  test("a build has one cover, so many screenshots, what its readme shows, and each technology once", async () => {
    await database().prisma.buildCategory.upsert({
      where: { slug: "tools" },
      create: { slug: "tools", name: "Tools" },
      update: {},
    });
    const roles = ["COVER", "COVER", ...Array<string>(MAX_SCREENSHOTS + 2).fill("SCREENSHOT"), "README", "README"];
    const media = roles.map((role, index) => ({
      ...{ id: `media_${index}`, ownerId: "user_1", buildId: "build_1", role, position: index },
      ...{ contentType: "image/png", alt: `Picture ${index}` },
    }));
    const build = {
      ...{ id: "build_1", authorId: "user_1", title: "Two covers", description: "Has more than it may" },
      ...{ readme: `![](/api/media/media_${roles.length - 1})`, categorySlug: "tools", technologies: ["TS", "ts"] },
      ...{ price: null, repoUrl: null, demoUrl: null, publishedAt: post.createdAt, updatedAt: post.createdAt },
    };
    const picture = new Uint8Array(await png());
    const item = await bring([], {
      "builds.json": [build],
      "media.json": media,
      ...Object.fromEntries(media.map(({ id }) => [`media/${id}.png`, picture])),
    });
    expect(item).toMatchObject({ brought: { builds: 1, images: MAX_SCREENSHOTS + 2 }, leftOut: { images: 4 } });
    const { data } = await listCatalogue(eve, { handle: eve.actor.handle, limit: 5 });
    expect(data).toMatchObject([{ cover: { alt: "Picture 0" }, technologies: ["TS"] }]);
  });

  test("versions have alternative texts that are text, and are so many", async () => {
    const edited = { editedAt: "2020-01-02T00:00:00Z" };
    const version = (number: number, alts: unknown) => ({
      ...{ postId: "post_0", version: number, content: `Version ${number}`, warning: null },
      ...{ alts, createdAt: post.createdAt },
    });
    const strange = [{ toString: 1, valueOf: 1 }, [[]], null, 7].map((alt, index) =>
      version(index + 1, { media_0: alt }),
    );
    expect(await bring([edited], { "postVersions.json": strange })).toMatchObject({ status: "done" });
    const many = Array.from({ length: LIMITS.versions + 5 }, (_, index) => version(index + 1, {}));
    expect(await bring([edited], { "postVersions.json": many })).toMatchObject({ leftOut: { beyond: 5 } });
  });

  test("nobody whom it names waits while it is written, but for the moment in which they are followed", async () => {
    const query = Transaction.prototype.query;
    const lockable = () =>
      database().prisma.$queryRaw`SELECT id FROM "User" WHERE id = ${ada.actor.id} FOR NO KEY UPDATE NOWAIT`;
    const locked: string[] = [];
    vi.spyOn(Transaction.prototype, "query").mockImplementation(async function (this: Transaction, ...args) {
      const result = await query.apply(this, args);
      await lockable().catch(() => locked.push(String(args[0])));
      return result;
    });
    const item = await bring([{}], { "following.json": [{ handle: ada.actor.handle }] });
    expect(item).toMatchObject({ brought: { posts: 1, follows: 1 } });
    expect(locked).not.toContain("imports.posts");
    expect(locked).toContain("imports.follows");
  });

  test("what is beyond the bounds is left out and counted", async () => {
    const many = Array.from({ length: LIMITS.posts + 3 }, (_, index) => ({
      createdAt: new Date(Date.UTC(2021, 0, 1, 0, 0, index)).toISOString(),
      content: `Post ${index} #tag${index % 7}`,
    }));
    expect(await bring(many)).toMatchObject({ brought: { posts: LIMITS.posts }, leftOut: { beyond: 3 } });
    expect((await brought())[0]).toMatchObject({ content: `Post ${LIMITS.posts + 2} #tag${(LIMITS.posts + 2) % 7}` });
  });
});

describe("the parts of an archive", () => {
  test("arrive in order, in their size, each once, and only from its owner", async () => {
    const bytes = PART_BYTES + 10;
    const { id } = await beginImport(eve, { source: "pegboard", bytes });
    const send = async (by: Context, position: number, size: number) => {
      const part = { id, position, file: { bytes: Buffer.alloc(size) } };
      return receivePart(by, part, await storePart(by, part));
    };
    await expect(send(ada, 0, PART_BYTES)).rejects.toMatchObject({ code: "not_found" });
    await expect(send(eve, 1, 10)).rejects.toMatchObject({ code: "conflict" });
    await expect(send(eve, 0, 10)).rejects.toMatchObject({ code: "invalid_request" });
    expect(await send(eve, 0, PART_BYTES)).toMatchObject({ status: "uploading", receivedBytes: PART_BYTES });
    expect(await send(eve, 0, PART_BYTES)).toMatchObject({ receivedBytes: PART_BYTES });
    expect(await send(eve, 1, 10)).toMatchObject({ status: "waiting", receivedBytes: bytes });
    await expect(send(eve, 2, 10)).rejects.toMatchObject({ code: "conflict" });
  });

  test("belong to one import of an account at a time, however many begin", async () => {
    const begun = await Promise.allSettled(
      Array.from({ length: 5 }, () => beginImport(eve, { source: "pegboard", bytes: MAX_ARCHIVE_BYTES })),
    );
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("are not waited for any more once the account is closed", async () => {
    const leaver = await newLeaver();
    const { id } = await beginImport(leaver, { source: "pegboard", bytes: 5 });
    await closeAccount(leaver, { password });
    expect(await readImport(leaver, id)).toMatchObject({ status: "undone" });
    await removeOldArchives(leaver);
    await finishClosings(later(leaver, 15 * 86_400));
    await expect(readImport(leaver, id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("are gone when the import was stopped, or nobody sends the rest within a day", async () => {
    const { id } = await sendArchive(eve, "pegboard", Buffer.from("Hello"));
    expect(await filesOf(archiveFolder(id))).toBe(1);
    expect(await withdrawImport(eve, { id })).toMatchObject({ status: "undone" });
    await eventually(async () => expect(await filesOf(archiveFolder(id))).toBe(0));
    const other = await sendArchive(eve, "pegboard", Buffer.from("Hello"));
    await removeOldArchives(later(eve, 86_401));
    await removeOldArchives(later(eve, 2 * 86_400));
    expect(await filesOf(archiveFolder(other.id))).toBe(0);
    expect(await readImport(eve, other.id)).toMatchObject({ status: "failed" });
  });

  test("are gone also if they were being stored when the import was stopped", async () => {
    const { id } = await beginImport(eve, { source: "pegboard", bytes: 5 });
    await withdrawImport(eve, { id });
    await storage().put(partKey(id, 0), Buffer.from("Hello"), "application/octet-stream");
    await removeOldArchives(later(eve, 60));
    await removeOldArchives(later(eve, 3600));
    expect(await filesOf(archiveFolder(id))).toBe(0);
    expect(await database().prisma.import.findUnique({ where: { id } })).toMatchObject({ hasArchive: false });
  });
});

describe("a worker that dies", () => {
  /** Lets the database's clock pass the lease. */
  const endLease = (id: string) =>
    database().prisma.import.update({
      where: { id },
      data: { leaseEndsAt: new Date(Date.now() - LEASE_MS) },
    });

  test("leaves nothing half imported, and the next one begins again", async () => {
    await createPost(ada, { content: "One", audience: "PUBLIC", media_ids: [await newImage(ada)] });
    const { id } = await sendArchive(eve, "pegboard", await readArchive(ada));
    // One that was killed could not remove what it unpacked.
    const left = await makeFolder(id);
    for (const name of ["imports.posts", "imports.items", "imports.report"]) {
      const query = Transaction.prototype.query;
      const spy = vi.spyOn(Transaction.prototype, "query").mockImplementation(function (this: Transaction, ...args) {
        if (args[0] === name) throw new Error("The worker died");
        return query.apply(this, args);
      });
      await runDueImport(eve);
      spy.mockRestore();
      expect(await readImport(eve, id)).toMatchObject({ status: "running" });
      expect(await rowsOf(eve)).toEqual(NOTHING);
      expect(await runDueImport(eve)).toBe(false);
      await endLease(id);
      await database().prisma.import.update({ where: { id }, data: { attempts: 0 } });
    }
    await runDueImport(eve);
    expect(await readImport(eve, id)).toMatchObject({ status: "done", brought: { posts: 1, images: 1 } });
    expect(await filesOf(imageFolder(id))).toBe(1);
    expect(await filesOf(archiveFolder(id))).toBe(0);
    expect(existsSync(left)).toBe(false);
  });

  test("is not tried again forever", async () => {
    const { id } = await sendArchive(eve, "pegboard", await readArchive(ada));
    await database().prisma.import.update({ where: { id }, data: { attempts: 3 } });
    await runDueImport(eve);
    expect(await readImport(eve, id)).toMatchObject({ status: "failed", failure: PROBLEMS.too_much_work });
  });

  test("lets the archive wait for the next one, if it is told to stop", async () => {
    const { id } = await sendArchive(eve, "pegboard", await readArchive(ada));
    await runDueImport(eve, AbortSignal.abort());
    expect(await readImport(eve, id)).toMatchObject({ status: "waiting" });
    await runDueImport(eve);
    expect(await readImport(eve, id)).toMatchObject({ status: "done" });
  });

  test("writes nothing once its import was stopped", async () => {
    await createPost(ada, { content: "One", audience: "PUBLIC" });
    const { id } = await sendArchive(eve, "pegboard", await readArchive(ada));
    const query = Transaction.prototype.query;
    vi.spyOn(Transaction.prototype, "query").mockImplementation(async function (this: Transaction, ...args) {
      if (args[0] === "imports.finish") await withdrawImport(eve, { id });
      return query.apply(this, args);
    });
    await runDueImport(eve);
    expect(await readImport(eve, id)).toMatchObject({ status: "undone" });
    expect(await rowsOf(eve)).toEqual(NOTHING);
  });
});
