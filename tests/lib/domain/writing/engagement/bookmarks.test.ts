import { beforeAll, describe, expect, test } from "vitest";
import { bookmarkPost, unbookmarkPost } from "@/lib/domain/writing/engagement/commands";
import { listBookmarks } from "@/lib/domain/writing/engagement/queries";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";

let ada: Account;
let ben: Account;
beforeAll(async () => {
  [ada, ben] = [await newAccount(), await newAccount()];
});

const post = async (audience: "PUBLIC" | "FOLLOWERS" = "PUBLIC") =>
  (await createPost(ada.ctx(), { content: "Keep me", audience })).id;
const listed = async (reader: Account, limit = 20) =>
  (await listBookmarks(reader.ctx(), { limit })).data.map(({ id }) => id);

describe("a bookmark", () => {
  test("is stored once, records one event, and notifies nobody", async () => {
    const id = await post();
    expect(await bookmarkPost(ben.ctx(), { id })).toEqual({ bookmarked: true });
    expect(await bookmarkPost(ben.ctx(), { id })).toEqual({ bookmarked: true });
    expect(await database().prisma.event.count({ where: { userId: ben.id, name: "bookmark.created" } })).toBe(1);
    expect(await database().prisma.notification.count({ where: { subjectId: id } })).toBe(0);
    expect(await listed(ben)).toEqual([id]);
    expect(await unbookmarkPost(ben.ctx(), { id })).toEqual({ bookmarked: false });
    expect(await listed(ben)).toEqual([]);
  });

  test("of a deleted or hidden post leaves the list, and pages stay full", async () => {
    const reader = await newAccount();
    const kept: string[] = [];
    for (const index of [0, 1, 2, 3, 4, 5]) {
      const id = await post(index === 2 ? "FOLLOWERS" : "PUBLIC");
      const at = new Date(Date.UTC(2026, 5, 1 + index));
      if (index === 2)
        await database().prisma.bookmark.create({ data: { userId: reader.id, postId: id, createdAt: at } });
      else await bookmarkPost(reader.ctx(at), { id });
      if (index === 0 || index === 4) await deletePost(ada.ctx(), { id });
      else if (index !== 2) kept.unshift(id);
    }
    const first = await listBookmarks(reader.ctx(), { limit: 2 });
    const second = await listBookmarks(reader.ctx(), { limit: 2, cursor: first.nextCursor ?? "" });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(kept);
    // Older bookmarks exist, but none that can be shown: this is the last page.
    expect(second.nextCursor).toBeNull();
    expect(first.data[0]).toMatchObject({ author: { id: ada.id }, bookmarkedAt: "2026-06-06T00:00:00.000Z" });
  });

  test("of a followers-only post is listed for a follower in the browser", async () => {
    const id = await post("FOLLOWERS");
    await database().prisma.follow.create({ data: { followerId: ben.id, followeeId: ada.id, createdAt: new Date() } });
    const session = { ...ben.ctx(), channel: "session" as const };
    await bookmarkPost(session, { id });
    expect((await listBookmarks(session, { limit: 20 })).data.map((kept) => kept.id)).toContain(id);
    expect(await listed(ben)).not.toContain(id);
  });
});
