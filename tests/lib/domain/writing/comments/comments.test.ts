import { beforeAll, describe, expect, test } from "vitest";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { listComments } from "@/lib/domain/writing/comments/queries";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";

let ada: Account;
let ben: Account;
let cleo: Account;
let id: string;

beforeAll(async () => {
  [ada, ben, cleo] = [await newAccount(), await newAccount(), await newAccount()];
});

const post = async (audience: "PUBLIC" | "FOLLOWERS" = "PUBLIC") =>
  (await createPost(ada.ctx(), { content: "Talk to me", audience })).id;
const notificationsOf = async (subjectId: string) =>
  (await database().prisma.notification.findMany({ where: { subjectId }, orderBy: { type: "asc" } })).map(
    ({ userId, type }) => [type, userId],
  );

describe("a comment", () => {
  beforeAll(async () => {
    id = await post();
  });

  test("is returned in full", async () => {
    const comment = await addComment(ben.ctx(), { id, content: "Hello" });
    expect(comment).toMatchObject({
      content: "Hello",
      author: { id: ben.id, handle: ben.handle },
      parentId: null,
      replyCount: 0,
    });
    expect((await listComments(ada.ctx(), { id, limit: 20 })).data).toEqual([comment]);
  });

  test("increments the post's count, and a reply also its parent's", async () => {
    const parent = await addComment(ben.ctx(), { id, content: "One" });
    const reply = await addComment(cleo.ctx(), { id, content: "Two", parent_id: parent.id });
    const { commentsCount } = await database().prisma.post.findUniqueOrThrow({ where: { id } });
    expect(commentsCount).toBe(await database().prisma.comment.count({ where: { postId: id } }));
    const { data } = await listComments(ada.ctx(), { id, limit: 20 });
    expect(data.map((comment) => comment.id)).not.toContain(reply.id);
    expect(data.find((comment) => comment.id === parent.id)?.replyCount).toBe(1);
    expect((await listComments(ada.ctx(), { id, limit: 20, parent_id: parent.id })).data).toEqual([reply]);
  });

  test("notifies the post's author; a reply also the comment's author, each once", async () => {
    const parent = await addComment(ben.ctx(), { id, content: "One" });
    expect(await notificationsOf(parent.id)).toEqual([["COMMENT", ada.id]]);
    const fromCleo = await addComment(cleo.ctx(), { id, content: "Two", parent_id: parent.id });
    expect(await notificationsOf(fromCleo.id)).toEqual([
      ["COMMENT", ada.id],
      ["REPLY", ben.id],
    ]);
    const fromAda = await addComment(ada.ctx(), { id, content: "Three", parent_id: parent.id });
    expect(await notificationsOf(fromAda.id)).toEqual([["REPLY", ben.id]]);
    const toAda = await addComment(ben.ctx(), { id, content: "Four", parent_id: fromAda.id });
    expect(await notificationsOf(toAda.id)).toEqual([["REPLY", ada.id]]);
  });

  test("that mentions whom it answers notifies them once, of the mention", async () => {
    const content = `@${ada.handle} @${cleo.handle} look`;
    const first = await addComment(ben.ctx(), { id, content });
    const mentions = [
      ["MENTION", ada.id],
      ["MENTION", cleo.id],
    ];
    expect((await notificationsOf(first.id)).toSorted()).toEqual(mentions.toSorted());
    const reply = await addComment(ada.ctx(), { id, content: `@${ben.handle} yes`, parent_id: first.id });
    expect(await notificationsOf(reply.id)).toEqual([["MENTION", ben.id]]);
  });

  test("records one comment.created with its position in the thread", async () => {
    const parent = await addComment(ben.ctx(), { id, content: "One" });
    const reply = await addComment(cleo.ctx(), { id, content: "Two", parent_id: parent.id });
    const events = await database().prisma.event.findMany({
      where: { userId: cleo.id, name: "comment.created" },
      orderBy: { position: "desc" },
      take: 1,
    });
    expect(events.map(({ data }) => data)).toEqual([{ postId: id, commentId: reply.id, parentId: parent.id }]);
  });

  test("under a comment of another post is rejected on parent_id, and counts nothing", async () => {
    const elsewhere = await addComment(ben.ctx(), { id: await post(), content: "Elsewhere" });
    const before = await database().prisma.comment.count({ where: { postId: id } });
    for (const parent_id of [elsewhere.id, "cmt_nowhere"]) {
      await expect(addComment(ben.ctx(), { id, content: "Reply", parent_id })).rejects.toMatchObject({
        code: "invalid_request",
        details: { issues: [{ param: "parent_id" }] },
      });
    }
    expect(await database().prisma.comment.count({ where: { postId: id } })).toBe(before);
  });

  test("under a followers-only post notifies mentioned followers, and nobody else", async () => {
    const inner = await post("FOLLOWERS");
    await database().prisma.follow.createMany({
      data: [ben, cleo].map(({ id }) => ({ followerId: id, followeeId: ada.id, createdAt: new Date() })),
    });
    const stranger = await newAccount();
    const { id: commentId } = await addComment(
      { ...ben.ctx(), channel: "session" },
      { id: inner, content: `@${cleo.handle} @${stranger.handle} look` },
    );
    expect(await notificationsOf(commentId)).toEqual([
      ["COMMENT", ada.id],
      ["MENTION", cleo.id],
    ]);
  });
});

test("is either counted or not found when the post is deleted at the same time", async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const target = await post();
    const results = await Promise.allSettled([
      addComment(ben.ctx(), { id: target, content: "In time?" }),
      deletePost(ada.ctx(), { id: target }),
      addComment(cleo.ctx(), { id: target, content: "And I?" }),
    ]);
    const written = results.filter((result, index) => index !== 1 && result.status === "fulfilled").length;
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "not_found" });
    expect(await database().prisma.comment.count({ where: { postId: target } })).toBe(written);
    expect((await database().prisma.post.findUniqueOrThrow({ where: { id: target } })).commentsCount).toBe(written);
  }
});

describe("a list of comments", () => {
  test("pages through equal times without losing or repeating one", async () => {
    const target = await post();
    const at = new Date("2026-05-05T05:05:05Z");
    const made = await Promise.all(
      Array.from({ length: 7 }, (_, index) => addComment(ben.ctx(at), { id: target, content: `${index}` })),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listComments(ada.ctx(), { id: target, limit: 3, cursor });
      seen.push(...page.data.map((comment) => comment.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen.toSorted()).toEqual(made.map((comment) => comment.id).toSorted());
  });

  test("of a hidden post is not found, and an empty one is empty", async () => {
    const inner = await post("FOLLOWERS");
    await expect(listComments((await newAccount()).ctx(), { id: inner, limit: 20 })).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await listComments(ben.ctx(), { id: await post(), limit: 20 })).toEqual({ data: [], nextCursor: null });
  });
});
