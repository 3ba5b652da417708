import { expect, test } from "vitest";
import { inTransaction } from "@/lib/domain/kernel/context";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { notify, notifyFromPlatform } from "@/lib/domain/consequences/notifications/commands";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { newAccount } from "@/tests/support/api-accounts";

test("lists notifications for their owner only, newest first, through equal times", async () => {
  const [ada, ben, cleo] = [await newAccount(), await newAccount(), await newAccount()];
  const at = new Date("2026-04-04T00:00:00Z");
  const notification = { userIds: [ada.id, cleo.id], type: "LIKE" as const, preview: "A post", link: "/builds/b" };
  await inTransaction(ben.ctx(at), async (tx) => {
    for (const subjectId of ["p1", "p2", "p3"]) await notify(tx, { ...notification, subjectId });
  });
  await inTransaction(ben.ctx(new Date("2026-04-05T00:00:00Z")), (tx) =>
    notifyFromPlatform(tx, { userIds: [ada.id], subjectId: "s", preview: null, link: "/settings" }),
  );
  await database().prisma.notification.updateMany({ where: { userId: ada.id, subjectId: "p2" }, data: { readAt: at } });

  const first = await listNotifications(ada.ctx(), { limit: 2 });
  const second = await listNotifications(ada.ctx(), { limit: 2, cursor: first.nextCursor ?? "" });
  expect(second.nextCursor).toBeNull();
  const all = [...first.data, ...second.data];
  expect(new Set(all.map(({ id }) => id)).size).toBe(4);
  expect(all[0]).toMatchObject({
    type: "SYSTEM",
    actor: { handle: "pegboard" },
    preview: null,
    link: "/settings",
    read: false,
  });
  expect(all.slice(1)).toEqual(
    Array(3).fill(expect.objectContaining({ type: "LIKE", preview: "A post", createdAt: at.toISOString() })),
  );
  expect(all.filter(({ read }) => read)).toHaveLength(1);
});

test("hides previews of deleted posts, and of those that the caller may no longer see", async () => {
  const [ada, ben] = [await newAccount(), await newAccount()];
  const inSession = { ...ben.ctx(), channel: "session" as const };
  const previews = async () => (await listNotifications(inSession, { limit: 10 })).data.map(({ preview }) => preview);

  const own = await createPost(ben.ctx(), { content: "Mine", audience: "PUBLIC" });
  await likePost(ada.ctx(), { id: own.id });
  await addComment(ada.ctx(), { id: own.id, content: "Said under it" });
  const hers = await createPost(ada.ctx(), { content: `For all, and @${ben.handle}`, audience: "PUBLIC" });
  await followUser(inSession, { handle: ada.handle });
  await createPost(ada.ctx(), { content: `For followers, and @${ben.handle}`, audience: "FOLLOWERS" });
  expect(new Set(await previews())).toEqual(
    new Set(["Mine", "Said under it", hers.content, `For followers, and @${ben.handle}`]),
  );

  await database().prisma.notification.updateMany({ where: { userId: ben.id }, data: { readAt: new Date() } });
  await deletePost(ben.ctx(), { id: own.id });
  expect((await previews()).filter(Boolean).toSorted()).toEqual(
    [hers.content, `For followers, and @${ben.handle}`].toSorted(),
  );
  await unfollowUser(inSession, { handle: ada.handle });
  expect((await previews()).filter(Boolean)).toEqual([hers.content]);
  await deletePost(ada.ctx(), { id: hers.id });
  expect(await previews()).toEqual([null, null, null, null]);
});

test("lists what is addressed to its owner alone, with a cursor of its own", async () => {
  const [ada, ben] = [await newAccount(), await newAccount()];
  const post = await createPost(ada.ctx(), { content: "Mine", audience: "PUBLIC" });
  const { id: said } = await addComment(ada.ctx(), { id: post.id, content: "First" });
  await likePost(ben.ctx(), { id: post.id });
  await followUser(ben.ctx(), { handle: ada.handle });
  await addComment(ben.ctx(), { id: post.id, content: "Nice" });
  await addComment(ben.ctx(), { id: post.id, content: "Really", parent_id: said });
  await createPost(ben.ctx(), { content: "Look", audience: "PUBLIC", quote_id: post.id });
  await createPost(ben.ctx(), { content: `Hello @${ada.handle}`, audience: "PUBLIC" });

  const request = { limit: 2, kind: "mentions" } as const;
  const first = await listNotifications(ada.ctx(), request);
  const cursor = first.nextCursor ?? "";
  const second = await listNotifications(ada.ctx(), { ...request, cursor });
  expect([...first.data, ...second.data].map(({ type }) => type)).toEqual(["MENTION", "QUOTE", "REPLY"]);
  expect(second.nextCursor).toBeNull();
  await expect(listNotifications(ada.ctx(), { limit: 2, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
  expect((await listNotifications(ben.ctx(), request)).data).toEqual([]);
});

test("says of a follower alone whether the caller follows them", async () => {
  const [ada, ben] = [await newAccount(), await newAccount()];
  const post = await createPost(ada.ctx(), { content: "Mine", audience: "PUBLIC" });
  await likePost(ben.ctx(), { id: post.id });
  await followUser(ben.ctx(), { handle: ada.handle });
  const following = async () =>
    (await listNotifications(ada.ctx(), { limit: 5 })).data.map((notification) => notification.following);
  expect(await following()).toEqual([false, undefined]);
  await followUser(ada.ctx(), { handle: ben.handle });
  expect(await following()).toEqual([true, undefined]);
});
