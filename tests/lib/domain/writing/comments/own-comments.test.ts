import { beforeEach, describe, expect, test } from "vitest";
import { addComment, editComment, deleteComment } from "@/lib/domain/writing/comments/commands";
import { COMMENT_INVARIANTS } from "@/lib/domain/writing/comments/audit";
import { listComments } from "@/lib/domain/writing/comments/queries";
import { findViolations } from "@/lib/domain/kernel/invariant";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";

let host: Account;
let guest: Account;
let other: Account;
let id: string;

beforeEach(async () => {
  [host, guest, other] = [await newAccount(), await newAccount(), await newAccount()];
  ({ id } = await createPost(host.ctx(), { content: "Talk to me", audience: "PUBLIC" }));
});

const say = (who: Account, content: string, parent_id?: string) => addComment(who.ctx(), { id, content, parent_id });
const listed = async (parent_id?: string) => (await listComments(host.ctx(), { id, limit: 50, parent_id })).data;
const counted = async () => (await database().prisma.post.findUniqueOrThrow({ where: { id } })).commentsCount;
const eventsOf = async ({ id: userId }: Account) =>
  (await database().prisma.event.findMany({ where: { userId }, orderBy: { position: "asc" } })).map(({ name }) => name);
const xpOf = async ({ id: userId }: Account) =>
  (await database().prisma.user.findUniqueOrThrow({ where: { id: userId } })).xp;

async function expectSound() {
  for (const invariant of COMMENT_INVARIANTS)
    expect(await findViolations(host.ctx(), invariant), invariant.description).toEqual([]);
}

describe("editing a comment", () => {
  test("changes its text for everybody, shows when, and records one event", async () => {
    const comment = await say(guest, "Frist");
    const edited = await editComment(guest.ctx(), { id: comment.id, content: "First" });
    expect(edited).toEqual({ ...comment, content: "First", editedAt: expect.any(String) as string });
    expect(await listed()).toEqual([edited]);
    expect(await eventsOf(guest)).toEqual(["comment.created", "comment.updated"]);
    expect((await listNotifications(host.ctx(), { limit: 5 })).data).toMatchObject([{ preview: "First" }]);
  });

  test("to the same text does nothing", async () => {
    const comment = await say(guest, "Same");
    expect(await editComment(guest.ctx(), { id: comment.id, content: "Same" })).toEqual(comment);
    expect(await eventsOf(guest)).toEqual(["comment.created"]);
  });

  test("is only for its author, not for the author of the post", async () => {
    const { id: commentId } = await say(guest, "Mine");
    for (const stranger of [host, other])
      await expect(editComment(stranger.ctx(), { id: commentId, content: "Ours" })).rejects.toMatchObject({
        code: "not_found",
      });
    await deletePost(host.ctx(), { id });
    await expect(editComment(guest.ctx(), { id: commentId, content: "Late" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("notifies only people whom it newly mentions", async () => {
    const { id: commentId } = await say(guest, "Hello");
    await editComment(guest.ctx(), { id: commentId, content: `Hello @${other.handle}` });
    await editComment(guest.ctx(), { id: commentId, content: `Hello again @${other.handle}` });
    expect((await listNotifications(other.ctx(), { limit: 5 })).data).toMatchObject([
      { type: "MENTION", preview: `Hello again @${other.handle}` },
    ]);
  });
});

describe("deleting a comment", () => {
  test("without replies removes it with its notifications, its count and its XP", async () => {
    const before = await xpOf(guest);
    const comment = await say(guest, `A word, @${other.handle}`);
    await deleteComment(guest.ctx(), { id: comment.id });
    expect(await listed()).toEqual([]);
    expect([await counted(), await xpOf(guest)]).toEqual([0, before]);
    for (const reader of [host, other]) expect((await listNotifications(reader.ctx(), { limit: 5 })).data).toEqual([]);
    expect(await eventsOf(guest)).toEqual(["comment.created", "comment.deleted"]);
    await expect(deleteComment(guest.ctx(), { id: comment.id })).rejects.toMatchObject({ code: "not_found" });
    await expectSound();
  });

  test("with replies keeps its place, without author and text, until the last reply is deleted", async () => {
    const comment = await say(guest, "The secret word");
    const reply = await say(other, "I heard it", comment.id);
    await deleteComment(guest.ctx(), { id: comment.id });
    const [left] = await listed();
    expect(left).toMatchObject({ id: comment.id, deleted: true, replyCount: 1, content: "[deleted]" });
    for (const trace of ["secret", guest.handle, guest.id]) expect(JSON.stringify(left)).not.toContain(trace);
    expect(await listed(comment.id)).toMatchObject([{ id: reply.id }]);
    expect(await counted()).toBe(1);
    await expectSound();
    await expect(say(host, "To whom?", comment.id)).rejects.toMatchObject({ code: "invalid_request" });
    await deleteComment(other.ctx(), { id: reply.id });
    expect([await listed(), await counted()]).toEqual([[], 0]);
    await expectSound();
  });

  test("on one's own post works for anybody's, and sends the event to both accounts", async () => {
    const { id: commentId } = await say(guest, "Not here");
    await expect(deleteComment(other.ctx(), { id: commentId })).rejects.toMatchObject({ code: "not_found" });
    await deleteComment(host.ctx(), { id: commentId });
    expect(await listed()).toEqual([]);
    expect(await eventsOf(guest)).toEqual(["comment.created", "comment.deleted"]);
    expect(await eventsOf(host)).toEqual(["post.created", "comment.deleted"]);
    await expectSound();
  });

  test("happens once, however many requests try", async () => {
    const { id: commentId } = await say(guest, "Once");
    const tries = await Promise.allSettled(
      [guest, host, guest, host].map((who) => deleteComment(who.ctx(), { id: commentId })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await counted()).toBe(0);
    await expectSound();
  });

  test("while somebody replies leaves either the reply below a placeholder, or neither", async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const comment = await say(guest, `Quick ${turn}`);
      const [deleted, replied] = await Promise.allSettled([
        deleteComment(guest.ctx(), { id: comment.id }),
        say(other, "In time?", comment.id),
      ]);
      expect(deleted.status).toBe("fulfilled");
      if (replied.status === "rejected") expect(replied.reason).toMatchObject({ code: "invalid_request" });
      expect(await listed()).toHaveLength(replied.status === "fulfilled" ? 1 : 0);
      await expectSound();
      await database().prisma.comment.deleteMany({ where: { postId: id } });
      await database().prisma.post.update({ where: { id }, data: { commentsCount: 0 } });
    }
  });
});
