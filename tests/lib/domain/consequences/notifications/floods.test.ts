import { expect, test, vi } from "vitest";
import { type Context, inTransaction, write } from "@/lib/domain/kernel/context";
import { likePost, repostPost, unlikePost } from "@/lib/domain/writing/engagement/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import { notifyFromPlatform } from "@/lib/domain/consequences/notifications/commands";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { MAX_GROUP, MAX_MERGED, MAX_UNFOLDED } from "@/lib/domain/consequences/notifications/rules";
import type { Notification } from "@/lib/domain/consequences/notifications/schema";
import { countUnread, markRead } from "@/lib/domain/consequences/notifications/unread";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";

/** Many acts in sequence take a while on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const PAGE = 20;
const FLOOD = 6;

const shown = async (ctx: Context): Promise<Notification[]> => (await listNotifications(ctx, { limit: 50 })).data;
const acts = (list: Notification[]) => list.reduce((sum, { count = 1 }) => sum + count, 0);
const rows = (ctx: Context) => database().prisma.notification.count({ where: { userId: ctx.actor.id } });

async function postsOf(author: Context, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await createPost(author, { content: `Post ${n}`, audience: "PUBLIC" })).id);
  return ids;
}

/** Likes posts in sequence, a second apart. */
async function likeAll(ctx: Context, posts: string[]): Promise<void> {
  for (const [n, id] of posts.entries()) await likePost(later(ctx, n), { id });
}

test("keeps everybody else's notifications on the first page, whatever one person does", async () => {
  const [ada, friend, stranger] = [await newPerson(), await newPerson(), await newPerson()];
  const posts = await postsOf(ada, FLOOD);
  await followUser(friend, { handle: ada.actor.handle });
  await inTransaction(later(friend, 1), (tx) =>
    notifyFromPlatform(tx, { userIds: [ada.actor.id], subjectId: "s", preview: "A word", link: "/settings" }),
  );
  await followUser(later(stranger, 2), { handle: ada.actor.handle });
  for (const [n, id] of posts.entries()) {
    const ctx = later(stranger, 3 + n);
    await likePost(ctx, { id });
    await repostPost(ctx, { id });
    const { id: hers } = await addComment(ada, { id, content: "Thank you" });
    await addComment(ctx, { id, content: `Comment ${n}` });
    await addComment(ctx, { id, content: `Reply ${n}`, parent_id: hers });
    await createPost(ctx, { content: `@${ada.actor.handle} ${n}`, audience: "PUBLIC" });
  }
  const page = (await listNotifications(ada, { limit: PAGE })).data;
  expect(page.map(({ actor }) => actor.handle)).toContain(friend.actor.handle);
  expect(page.map(({ preview }) => preview)).toContain("A word");
  expect(acts(page.filter(({ actor }) => actor.id === stranger.actor.id))).toBe(5 * FLOOD + 1);
  expect(await countUnread(ada)).toBe(page.length);
});

test("shows a few of one type separately, and folds further ones into the newest", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const posts = await postsOf(ada, MAX_UNFOLDED + 2);
  for (const [n, id] of posts.entries()) {
    await likePost(later(ben, n), { id });
    const list = await shown(ada);
    expect(list[0]).toMatchObject({ type: "LIKE", link: `/posts/${id}`, preview: `Post ${n}` });
    expect([list.length, acts(list)]).toEqual([Math.min(n + 1, MAX_UNFOLDED), n + 1]);
    expect(list.every(({ count }) => count === undefined || count > 1)).toBe(true);
  }
});

test("names the others that it stands for, newest first, and no more than a list can hold", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const posts = await postsOf(ada, MAX_UNFOLDED + MAX_MERGED + 1);
  await likeAll(ben, posts);
  const [first, ...others] = await shown(ada);
  expect(others.map(({ merged }) => merged)).toEqual(Array(MAX_UNFOLDED - 1).fill(undefined));
  expect(first?.count).toBe(MAX_MERGED + 2);
  const links = posts.toReversed().map((id) => `/posts/${id}`);
  expect(first?.merged?.map(({ link }) => link)).toEqual(links.slice(1, MAX_MERGED + 1));
  await unlikePost(ben, { id: posts.at(-2)! });
  const [after] = await shown(ada);
  expect(after?.merged?.map(({ link }) => link)).toEqual(links.slice(2, MAX_MERGED + 2));
  await markRead(ada, { ids: after!.merged!.map(({ id }) => id).slice(0, 1) });
  const [read] = await shown(ada);
  expect(read).toMatchObject({ id: first?.id, read: true, count: MAX_MERGED + 1 });
});

test("never folds different people, types or days together", async () => {
  const [ada, ben, cleo] = [await newPerson(), await newPerson(), await newPerson()];
  const posts = await postsOf(ada, MAX_UNFOLDED);
  for (const person of [ben, cleo, later(ben, 2 * 86_400)]) {
    for (const id of posts) {
      await addComment(person, { id, content: "Well" });
      await likePost(person, { id });
    }
  }
  expect((await shown(ada)).filter(({ count }) => count !== undefined)).toEqual([]);
  expect(await shown(ada)).toHaveLength(posts.length * 5);
});

test("retracts single acts of a folded group, and the group with the last", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const posts = await postsOf(ada, 7);
  await likeAll(ben, posts);
  const left = new Set(posts);
  for (const index of [6, 0, 4, 5, 1, 3, 2]) {
    await unlikePost(later(ben, 100), { id: posts[index]! });
    left.delete(posts[index]!);
    const list = await shown(ada);
    expect(acts(list)).toBe(left.size);
    expect(list.every(({ link }) => left.has(link.slice("/posts/".length)))).toBe(true);
    expect(await countUnread(ada)).toBe(list.length);
  }
  expect(await rows(ada)).toBe(0);
});

test("removes a deleted post's notifications from their group", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const posts = await postsOf(ada, 6);
  await likeAll(ben, posts);
  await deletePost(ada, { id: posts[5]! });
  await deletePost(ada, { id: posts[3]! });
  const list = await shown(ada);
  expect(acts(list)).toBe(4);
  expect(list[0]).toMatchObject({ link: `/posts/${posts[4]}`, count: 2 });
});

test("marks a whole group as read by any of its ids, and shows later ones separately", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const posts = await postsOf(ada, 8);
  await likeAll(ben, posts.slice(0, 4));
  const before = (await shown(ada)).find(({ count }) => count !== undefined)!;
  await likeAll(later(ben, 10), posts.slice(4, 6));
  expect(await markRead(ada, { ids: [before.id] })).toEqual({ count: MAX_UNFOLDED - 1 });
  expect(await markRead(ada, { all: true })).toEqual({ count: 0 });
  await likeAll(later(ben, 20), posts.slice(6));
  const list = await shown(ada);
  expect(acts(list)).toBe(8);
  expect(list.map(({ read, count = 1 }) => [read, count])).toEqual([
    [false, 1],
    [false, 1],
    [true, 4],
    [true, 1],
    [true, 1],
  ]);
});

test("sends no second notification for a repeated like, folded or not", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const posts = await postsOf(ada, 6);
  await likeAll(ben, posts);
  await markRead(ada, { all: true });
  for (const id of posts) {
    await unlikePost(ben, { id });
    await likePost(later(ben, 60), { id });
  }
  expect([await countUnread(ada), acts(await shown(ada))]).toEqual([0, 6]);
});

test("bounds the rows of a group", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const [id] = await postsOf(ada, 1);
  for (let n = 0; n < MAX_GROUP + 10; n += 1) await addComment(later(ben, n), { id: id!, content: `Comment ${n}` });
  const list = await shown(ada);
  expect(list[0]).toMatchObject({ preview: `Comment ${MAX_GROUP + 9}`, count: MAX_GROUP });
  expect([list.length, await rows(ada)]).toEqual([MAX_UNFOLDED, MAX_GROUP + MAX_UNFOLDED - 1]);
});

test("leaves none about a deleted post, not even one that is being folded at that moment", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const [id] = await postsOf(ada, 1);
  await likePost(ben, { id: id! });
  let fold = () => {};
  const folds = new Promise<void>((resolve) => (fold = resolve));
  let isHeld = () => {};
  const held = new Promise<void>((resolve) => (isHeld = resolve));
  const folding = inTransaction(ben, async (tx) => {
    await write(tx, "test.fold")`UPDATE "Notification" SET folded = true WHERE "subjectId" = ${id}`;
    isHeld();
    await folds;
  });
  await held;
  const deleting = deletePost(ada, { id: id! });
  await new Promise((resolve) => setTimeout(resolve, 100));
  fold();
  await Promise.all([folding, deleting]);
  expect(await rows(ada)).toBe(0);
});

test("folds concurrent acts like sequential ones, and loses none", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const posts = await postsOf(ada, 12);
  await Promise.all(posts.map((id) => likePost(ben, { id })));
  expect([(await shown(ada)).length, acts(await shown(ada))]).toEqual([MAX_UNFOLDED, 12]);
  const [gone, kept] = [posts.filter((_, n) => n % 2 === 0), posts.filter((_, n) => n % 2 === 1)];
  const more = await postsOf(ada, 3);
  await Promise.all([
    ...gone.slice(0, 3).map((id) => unlikePost(ben, { id })),
    ...gone.slice(3).map((id) => deletePost(ada, { id })),
    ...more.map((id) => likePost(ben, { id })),
  ]);
  const list = await shown(ada);
  expect(acts(list)).toBe(kept.length + more.length);
  expect(await rows(ada)).toBe(kept.length + more.length);
});
