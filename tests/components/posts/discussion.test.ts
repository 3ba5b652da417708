import { describe, expect, test } from "vitest";
import { repliesTo, type Discussion, discussion, hiddenReplies } from "@/components/posts/thread/discussion";
import type { Comment } from "@/lib/domain/writing/comments/schema";

const author = { id: "user_1", name: "Ada", handle: "ada", image: "https://pegboard.example/ada" };

function comment(id: string, parentId: string | null = null, replyCount = 0): Comment {
  const createdAt = `2026-01-01T00:00:0${id.slice(-1)}.000Z`;
  return { id, content: id, createdAt, author, parentId, replyCount, editedAt: null, deleted: false };
}

const heard = (...comments: Comment[]): Discussion => discussion([], { type: "loaded", comments });
const ids = (known: Discussion, parentId: string | null) => repliesTo(known, parentId).map(({ id }) => id);
const find = (known: Discussion, id: string) => known.find((said) => said.id === id)!;

describe("a discussion", () => {
  const known = heard(comment("a1", null, 3), comment("b2"), comment("r3", "a1"), comment("r4", "a1"));

  test("has the newest comment on top, and replies in chronological order", () => {
    expect(ids(known, null)).toEqual(["b2", "a1"]);
    expect(ids(known, "a1")).toEqual(["r3", "r4"]);
  });

  test("knows how many replies are hidden", () => {
    expect(hiddenReplies(known, find(known, "a1"))).toBe(1);
  });

  test("merges duplicates", () => {
    expect(discussion(known, { type: "loaded", comments: [comment("r4", "a1"), comment("r5", "a1")] })).toHaveLength(5);
  });

  test("shows a comment while it is being sent, and its own id once it has arrived", () => {
    const writing = discussion(known, { type: "writing", comment: comment("d5", "b2") });
    expect(find(writing, "d5").delivery).toEqual({ phase: "sending" });
    expect(hiddenReplies(writing, find(writing, "b2"))).toBe(0);
    const arrived = discussion(writing, { type: "arrived", draftId: "d5", comment: comment("c6", "b2") });
    expect(ids(arrived, "b2")).toEqual(["c6"]);
  });

  test("keeps a comment that failed, to retry or discard, and does not count it as a reply", () => {
    const writing = discussion(known, { type: "writing", comment: comment("d5", "b2") });
    const failed = discussion(writing, { type: "failed", draftId: "d5", failure: { message: "lost" } });
    expect(find(failed, "d5").delivery).toEqual({ phase: "failed", failure: { message: "lost" } });
    expect(find(failed, "b2").replyCount).toBe(0);
    const again = discussion(failed, { type: "writing", comment: comment("d5", "b2") });
    expect(find(again, "b2").replyCount).toBe(1);
    expect(ids(discussion(failed, { type: "discarded", draftId: "d5" }), "b2")).toEqual([]);
  });

  test("keeps a deleted comment's place above its replies, and removes it with the last of them", () => {
    const whole = heard(comment("a1", null, 2), comment("r3", "a1"), comment("r4", "a1"));
    const deleted = discussion(whole, { type: "removed", id: "a1" });
    expect(find(deleted, "a1").deleted).toBe(true);
    const fewer = discussion(deleted, { type: "removed", id: "r3" });
    expect(ids(fewer, "a1")).toEqual(["r4"]);
    expect(discussion(fewer, { type: "removed", id: "r4" })).toEqual([]);
  });

  test("shows an edited comment with its new content, in its place", () => {
    const edited = discussion(known, { type: "edited", comment: { ...comment("a1", null, 3), content: "better" } });
    expect(ids(edited, null)).toEqual(["b2", "a1"]);
    expect(find(edited, "a1").content).toBe("better");
  });
});
