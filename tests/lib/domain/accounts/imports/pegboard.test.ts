import { beforeEach, describe, expect, test } from "vitest";
import { withdrawImport } from "@/lib/domain/accounts/imports/commands";
import { runDueImport } from "@/lib/domain/accounts/imports/due";
import { listImports, readImport } from "@/lib/domain/accounts/imports/queries";
import { changeProfile } from "@/lib/domain/accounts/users/profile";
import type { Context } from "@/lib/domain/kernel/context";
import { findViolations } from "@/lib/domain/kernel/invariant";
import { followUser } from "@/lib/domain/people/graph/commands";
import { publishBuild } from "@/lib/domain/writing/builds/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { editPost } from "@/lib/domain/writing/posts/editing";
import { pinPost } from "@/lib/domain/writing/posts/pinning";
import { listOwnPosts } from "@/lib/domain/writing/posts/queries";
import { database } from "@/lib/infra/database/db";
import { INVARIANTS } from "@/scripts/tools/check/sections";
import { contend } from "@/tests/support/contention";
import { readArchive, readExport } from "@/tests/support/export";
import { newImage } from "@/tests/support/images";
import { later, newPerson } from "@/tests/support/people";
import { importArchive, NOTHING, rowsOf, sendArchive } from "./archives";
import { writtenBy } from "./written";

const DAY = 86_400;

let ada: Context;
let eve: Context;
let cora: Context;
beforeEach(async () => {
  [ada, eve, cora] = [await newPerson(), await newPerson(), await newPerson()];
  await database().prisma.buildCategory.upsert({
    where: { slug: "tools" },
    create: { slug: "tools", name: "Tools" },
    update: {},
  });
});

const posts = async (person: Context) => (await listOwnPosts(person, { limit: 50 })).data;

/** Has Ada write a bit of everything, a while ago. */
async function writeEverything(): Promise<void> {
  const before = later(ada, -10 * DAY);
  const at = (seconds: number) => later(before, seconds);
  await changeProfile(ada, { bio: "Makes #abacus after abacus" });
  const first = await createPost(before, { content: "First #brass", audience: "PUBLIC" });
  const media_ids = [await newImage(at(1), { alt: "One" }), await newImage(at(1), { alt: "Two" })];
  const pictures = await createPost(at(2), { content: "", media_ids, audience: "PUBLIC", warning: "Bright" });
  await createPost(at(3), { content: "Again", audience: "PUBLIC", quote_id: first.id });
  await createPost(at(4), { content: "Friends only", audience: "FOLLOWERS" });
  await createPost(at(5), { content: "A note to myself", audience: "PRIVATE" });
  await editPost(at(60), { id: first.id, content: "First, and #edited" });
  await pinPost(at(61), { id: pictures.id });
  const comment = await addComment(at(70), { id: first.id, content: "A comment of mine" });
  await addComment(at(80), { id: first.id, content: "And a reply", parent_id: comment.id });
  const theirs = await addComment({ ...cora, now: at(90).now }, { id: first.id, content: "By Cora" });
  await addComment(at(100), { id: first.id, content: "To Cora", parent_id: theirs.id });
  await followUser(ada, cora.actor);
  const cover = await newImage(at(110), { alt: "The cover" });
  const shown = await newImage(at(110));
  const readme = `# Loom\n\n![It](/api/media/${shown})`;
  const texts = { title: "Loom", description: "Weaves by itself", readme, category: "tools" };
  const draft = { ...texts, technologies: ["Oak"], price: 3, repoUrl: null, demoUrl: "https://loom.example" };
  await publishBuild(at(120), { ...draft, cover: { id: cover, alt: "The cover" } });
}

async function expectConsistency(): Promise<void> {
  for (const invariant of INVARIANTS) expect(await findViolations(ada, invariant), invariant.description).toEqual([]);
}

describe("an archive of a Pegboard", () => {
  test("brings everything that it holds to another account, as it was", async () => {
    await writeEverything();
    const written = await writtenBy(ada);
    const item = await importArchive(eve, "pegboard", await readArchive(ada));
    expect(item).toMatchObject({
      status: "done",
      failure: null,
      brought: { posts: 5, comments: 2, builds: 1, follows: 1, images: 4 },
      leftOut: { comments: 1 },
    });
    expect(await writtenBy(eve)).toEqual(written);
    await expectConsistency();
  });

  test("brings nothing twice, and what is new in a later archive", async () => {
    await writeEverything();
    await importArchive(eve, "pegboard", await readArchive(ada));
    const rows = await rowsOf(eve);
    const again = await importArchive(eve, "pegboard", await readArchive(ada));
    expect(again).toMatchObject({ status: "done", brought: { posts: 0, builds: 0 }, leftOut: { already: 7 } });
    expect(await rowsOf(eve)).toEqual(rows);
    await createPost(ada, { content: "New", audience: "PUBLIC" });
    const newer = await importArchive(later(eve, 1), "pegboard", await readArchive(ada));
    expect(newer).toMatchObject({ brought: { posts: 1 } });
    expect((await posts(eve))[0]).toMatchObject({ content: "New" });
  });

  test("brings nothing to the account that it is from", async () => {
    await writeEverything();
    const written = await writtenBy(ada);
    expect(await importArchive(ada, "pegboard", await readArchive(ada))).toMatchObject({ brought: { posts: 0 } });
    expect(await writtenBy(ada)).toEqual(written);
  });

  test("causes no event, no XP, and notifies nobody", async () => {
    await writeEverything();
    const { prisma } = database();
    const archive = await readArchive(ada);
    const count = () =>
      Promise.all([
        prisma.event.count(),
        prisma.notification.count(),
        prisma.xpGrant.count(),
        prisma.incomingAct.count(),
      ]);
    const before = await count();
    await importArchive(eve, "pegboard", archive);
    expect(await count()).toEqual(before);
    expect(await prisma.user.findUnique({ where: { id: eve.actor.id } })).toMatchObject({ xp: 0, postsCount: 5 });
  });

  test("leaves a profile alone that says something already", async () => {
    await writeEverything();
    await changeProfile(eve, { bio: "I am Eve" });
    await importArchive(eve, "pegboard", await readArchive(ada));
    expect((await readExport(eve)).account).toMatchObject({ bio: "I am Eve", name: "Somebody" });
  });

  test("is narrowed for an account that moderators limited", async () => {
    await createPost(ada, { content: "For all", audience: "PUBLIC" });
    await database().prisma.user.update({ where: { id: eve.actor.id }, data: { limitedAt: eve.now } });
    await importArchive(eve, "pegboard", await readArchive(ada));
    expect(await database().prisma.post.findMany({ where: { authorId: eve.actor.id } })).toMatchObject([
      { audience: "FOLLOWERS", chosenAudience: "PUBLIC" },
    ]);
  });

  test("brings nothing to an account that was suspended meanwhile", async () => {
    await createPost(ada, { content: "For all", audience: "PUBLIC" });
    const { id } = await sendArchive(eve, "pegboard", await readArchive(ada));
    await database().prisma.user.update({ where: { id: eve.actor.id }, data: { suspendedAt: eve.now } });
    await runDueImport(eve);
    expect(await readImport(eve, id)).toMatchObject({
      status: "failed",
      failure: expect.stringContaining("may not post"),
    });
    expect(await rowsOf(eve)).toEqual(NOTHING);
  });

  test("is read once, however many workers run", async () => {
    await writeEverything();
    const { id } = await sendArchive(eve, "pegboard", await readArchive(ada));
    await contend(3, () => runDueImport(eve));
    expect(await readImport(eve, id)).toMatchObject({ status: "done", brought: { posts: 5 } });
    expect(await posts(eve)).toHaveLength(5);
  });
});

describe("undoing an import", () => {
  test("restores the account as it was, and lets the archive be brought again", async () => {
    await writeEverything();
    await createPost(eve, { content: "Mine", audience: "PUBLIC" });
    const [written, rows] = [await writtenBy(eve), await rowsOf(eve)];
    const archive = await readArchive(ada);
    const { id } = await importArchive(eve, "pegboard", archive);
    expect(await withdrawImport(later(eve, 29 * DAY), { id })).toMatchObject({ status: "undone", undoableUntil: null });
    expect(await writtenBy(eve)).toEqual(written);
    expect(await rowsOf(eve)).toEqual(rows);
    await expectConsistency();
    expect(await importArchive(later(eve, 60), "pegboard", archive)).toMatchObject({
      brought: { posts: 5, builds: 1 },
    });
  });

  test("keeps what others wrote under the posts, and what the owner changed since", async () => {
    await writeEverything();
    const { id } = await importArchive(eve, "pegboard", await readArchive(ada));
    const post = await database().prisma.post.findFirstOrThrow({
      where: { authorId: eve.actor.id, content: { startsWith: "First" } },
      include: { comments: { where: { content: "And a reply" } } },
    });
    await addComment(cora, { id: post.id, content: "Welcome", parent_id: post.comments[0]!.id });
    await changeProfile(eve, { bio: "Something else" });
    await withdrawImport(eve, { id });
    expect((await readExport(eve)).account).toMatchObject({ bio: "Something else" });
    expect(await database().prisma.comment.findFirst({ where: { postId: post.id, content: "Welcome" } })).toBeTruthy();
    await expectConsistency();
  });

  test("is possible for 30 days, and to the owner alone", async () => {
    await createPost(ada, { content: "Here", audience: "PUBLIC" });
    const { id } = await importArchive(eve, "pegboard", await readArchive(ada));
    await expect(withdrawImport(ada, { id })).rejects.toMatchObject({ code: "not_found" });
    await expect(withdrawImport(later(eve, 30 * DAY), { id })).rejects.toMatchObject({ code: "conflict" });
    expect((await listImports(ada)).data).toEqual([]);
  });
});
