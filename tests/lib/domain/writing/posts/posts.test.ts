import { describe, expect, test } from "vitest";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import type { Context } from "@/lib/domain/kernel/context";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { getPost, listFeed, listOwnPosts, listPosts } from "@/lib/domain/writing/posts/queries";
import { contentLength } from "@/lib/domain/writing/posts/rules";
import { newPost, postsQuery } from "@/lib/domain/writing/posts/schema";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

const everything = { limit: 50 };

describe("a post", () => {
  test("is created together with its event, XP and quest, or not at all", async () => {
    const author = await newPerson();
    const { prisma } = database();
    await createPost(author, { content: "first", audience: "PUBLIC" });
    expect(await prisma.user.findUniqueOrThrow({ where: { id: author.actor.id } })).toMatchObject({
      postsCount: 1,
      xp: 45,
      eventPosition: 1n,
    });
    await expect(
      createPost(author, { content: "second", media_ids: ["media_none"], audience: "PUBLIC" }),
    ).rejects.toMatchObject({ code: "invalid_media" });
    expect(await prisma.user.findUniqueOrThrow({ where: { id: author.actor.id } })).toMatchObject({
      postsCount: 1,
      xp: 45,
      eventPosition: 1n,
    });
    expect(await prisma.event.count({ where: { userId: author.actor.id } })).toBe(1);
  });

  test("shows API callers only its public form, and hides private posts like missing ones", async () => {
    const author = await newPerson({ channel: "api" });
    const stranger = await newPerson({ channel: "api" });
    const open = await createPost(author, { content: "open", audience: "PUBLIC" });
    expect(await getPost(stranger, { id: open.id })).toMatchObject({
      content: "open",
      author: { handle: author.actor.handle },
    });
    for (const audience of ["FOLLOWERS", "PRIVATE"] as const) {
      const { id } = await createPost(author, { content: "closed", audience });
      expect(await getPost(author, { id })).toMatchObject({ audience });
      await expect(getPost(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("for followers is visible to them in the browser, but not through the API", async () => {
    const author = await newPerson();
    const follower = await newPerson();
    const { id } = await createPost(author, { content: "for you", audience: "FOLLOWERS" });
    await database().prisma.follow.create({
      data: { followerId: follower.actor.id, followeeId: author.actor.id, createdAt: follower.now },
    });
    expect(await getPost(follower, { id })).toMatchObject({ content: "for you" });
    await expect(getPost({ ...follower, channel: "api" }, { id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("that is deleted disappears everywhere, also for its author, and cannot be deleted twice", async () => {
    const author = await newPerson();
    const { id } = await createPost(author, { content: "short-lived", audience: "PUBLIC" });
    await expect(deletePost(await newPerson(), { id })).rejects.toMatchObject({ code: "not_found" });
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => deletePost(author, { id })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(getPost(author, { id })).rejects.toMatchObject({ code: "not_found" });
    expect((await listOwnPosts(author, everything)).data).toEqual([]);
    expect((await listFeed(author, everything)).data.map((post) => post.id)).not.toContain(id);
    expect(await database().prisma.user.findUniqueOrThrow({ where: { id: author.actor.id } })).toMatchObject({
      postsCount: 0,
    });
  });

  test("that is deleted retracts unread notifications of it and its comments", async () => {
    const author = await newPerson();
    const reader = await newPerson();
    const { id } = await createPost(author, { content: `Look, @${reader.actor.handle}`, audience: "PUBLIC" });
    const { id: kept } = await createPost(author, { content: "stays", audience: "PUBLIC" });
    for (const post of [id, kept]) await likePost(reader, { id: post });
    const comment = await addComment(reader, { id, content: "A word" });
    await addComment(author, { id, content: "An answer", parent_id: comment.id });
    await database().prisma.notification.updateMany({
      where: { userId: author.actor.id, type: "COMMENT" },
      data: { readAt: author.now },
    });
    await deletePost(author, { id });
    const left = async (userId: string) =>
      (
        await database().prisma.notification.findMany({ where: { userId }, select: { type: true, subjectId: true } })
      ).map(({ type, subjectId }) => [type, subjectId]);
    expect(await left(reader.actor.id)).toEqual([]);
    expect((await left(author.actor.id)).sort()).toEqual([
      ["COMMENT", comment.id],
      ["LIKE", kept],
    ]);
  });

  test("in a community or with a price is not in the feed", async () => {
    const author = await newPerson();
    const ids: string[] = [];
    for (let made = 0; made < 3; made++)
      ids.push((await createPost(author, { content: "here", audience: "PUBLIC" })).id);
    await database().prisma.post.update({ where: { id: ids[0] }, data: { communityId: "makers" } });
    await database().prisma.post.update({ where: { id: ids[1] }, data: { priceCoins: 3 } });
    const shown = (await listFeed(author, everything)).data.map((post) => post.id);
    expect(shown.filter((id) => ids.includes(id))).toEqual([ids[2]]);
  });

  test("that mentions somebody repeatedly notifies them once", async () => {
    const author = await newPerson();
    const named = await newPerson();
    const { handle, id } = named.actor;
    await createPost(author, { content: `@${handle} and @${handle} and mail@${handle}`, audience: "PUBLIC" });
    await createPost(author, { content: `@${handle} in private`, audience: "PRIVATE" });
    expect(await database().prisma.notification.findMany({ where: { userId: id } })).toMatchObject([
      { type: "MENTION", actorId: author.actor.id },
    ]);
  });

  test.each([
    ["in a URL", (handle: string) => `https://a.example/?by=@${handle}`],
    ["in code", (handle: string) => `\`npm ci @${handle}\``],
    ["after a number sign", (handle: string) => `#@${handle}`],
    ["in an e-mail address with an accent", (handle: string) => `josé@${handle}.example`],
    ["as an account of another server", (handle: string) => `@${handle}@mastodon.social`],
    ["as the beginning of a longer word", (handle: string) => `@${handle}é`],
    ["as the scope of a package", (handle: string) => `@${handle}/pegs`],
  ])("that has a handle %s notifies nobody", async (_where, contentWith) => {
    const [author, named] = [await newPerson(), await newPerson()];
    await createPost(author, { content: contentWith(named.actor.handle), audience: "PUBLIC" });
    expect(await database().prisma.notification.findMany({ where: { userId: named.actor.id } })).toEqual([]);
  });
});

describe("the length of content", () => {
  test("counts code points after trimming", () => {
    expect(contentLength("👍🏽")).toBe(2);
    expect(newPost.parse({ content: ` ${"😀".repeat(280)} ` }).content).toHaveLength(560);
    expect(newPost.safeParse({ content: "😀".repeat(281) }).success).toBe(false);
  });

  test.each([
    [{ content: " ", audience: "ALL", colour: 1 }, ["audience", undefined, "content"]],
    [{ media_ids: [] }, ["content"]],
    [{ content: "", media_ids: [1, "a", 2] }, ["media_ids", "media_ids"]],
    [{ content: null, media_ids: ["a"] }, ["content"]],
    [{ content: "", media_ids: ["a"] }, undefined],
  ])("of %j is rejected with every bad field, each once", (body, fields) => {
    expect(newPost.safeParse(body).error?.issues.map(({ path }) => path[0])).toEqual(fields);
  });
});

describe("a page of posts", () => {
  test("loses and repeats nothing among equal timestamps, and ends with null exactly at the end", async () => {
    const author = await newPerson();
    const made: string[] = [];
    for (let post = 0; post < 6; post++)
      made.push((await createPost(author, { content: String(post), audience: "PUBLIC" })).id);
    const read: string[] = [];
    let cursor: string | null | undefined;
    for (let pages = 0; cursor !== null && pages < 10; pages++) {
      const page = await listOwnPosts(author, { limit: 2, cursor });
      read.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
      expect(cursor === null).toBe(read.length === 6);
    }
    expect(read.toSorted()).toEqual(made.toSorted());
  });

  test("accepts only its own list's cursors", async () => {
    const author = await newPerson();
    for (let post = 0; post < 3; post++) await createPost(author, { content: "x", audience: "PUBLIC" });
    const { nextCursor } = await listOwnPosts(author, { limit: 1 });
    const cursor = nextCursor!;
    await expect(listFeed(author, { limit: 1, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
    await expect(listOwnPosts(await newPerson(), { limit: 1, cursor })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
    for (const forged of [
      "",
      "x",
      cursor.slice(1),
      `${cursor}A`,
      cursor.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    ]) {
      await expect(listOwnPosts(author, { limit: 1, cursor: forged }), forged).rejects.toMatchObject({
        code: "invalid_cursor",
      });
    }
  });
});

describe("posts by id", () => {
  test("are those that the reader may get, in the order asked for, each once", async () => {
    const [reader, author] = [await newPerson(), await newPerson()];
    const post = async (ctx: Context, audience: "PUBLIC" | "PRIVATE") =>
      (await createPost(ctx, { content: audience, audience })).id;
    const [open, hidden, own] = [
      await post(author, "PUBLIC"),
      await post(author, "PRIVATE"),
      await post(reader, "PRIVATE"),
    ];
    const asked = { limit: 1, ids: [own, "post_none", hidden, open] };
    const { data, nextCursor } = await listPosts({ ...reader, channel: "api" }, asked);
    expect(data.map(({ id, author: by }) => [id, by?.handle])).toEqual([
      [own, reader.actor.handle],
      [open, author.actor.handle],
    ]);
    expect(nextCursor).toBeNull();
    expect(postsQuery.parse({ ids: `${own},${open},${own}` })).toEqual({ ids: [own, open] });
  });

  test("are at most a hundred", () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `post_${n}`).join();
    expect(postsQuery.safeParse({ ids: ids(100) }).success).toBe(true);
    expect(postsQuery.safeParse({ ids: ids(101) }).error?.issues[0]?.message).toBe("ids names at most 100 posts");
  });
});
