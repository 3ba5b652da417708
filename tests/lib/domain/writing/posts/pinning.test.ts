import { beforeEach, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { followUser } from "@/lib/domain/people/graph/commands";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { pinPost, unpinPost } from "@/lib/domain/writing/posts/pinning";
import { getPost, listOwnPosts } from "@/lib/domain/writing/posts/queries";
import { getPinnedPost } from "@/lib/domain/writing/posts/timeline";
import { newPerson } from "@/tests/support/people";

let ada: Context;
let ben: Context;
beforeEach(async () => {
  [ada, ben] = [await newPerson(), await newPerson()];
});

const write = (audience: "PUBLIC" | "FOLLOWERS" | "PRIVATE" = "PUBLIC") =>
  createPost(ada, { content: "Hello", audience });
const pinnedTo = async (as: Context) => (await getPinnedPost(as, { handle: ada.actor.handle }))?.id ?? null;

test("a post is pinned to its author's profile instead of another, and unpinned; both can be repeated", async () => {
  const [first, second] = [await write(), await write()];
  expect((await getPost(ben, first)).pinned).toBe(false);
  for (const post of [first, first, second]) expect(await pinPost(ada, post)).toEqual({ pinned: true });
  expect([(await getPost(ben, first)).pinned, (await getPost(ben, second)).pinned]).toEqual([false, true]);
  expect(await pinnedTo(ben)).toBe(second.id);
  expect(await unpinPost(ada, first)).toEqual({ pinned: false });
  expect(await pinnedTo(ben)).toBe(second.id);
  for (const post of [second, second]) expect(await unpinPost(ada, post)).toEqual({ pinned: false });
  expect(await pinnedTo(ben)).toBeNull();
});

test("nobody pins a post of others, or one that is gone", async () => {
  const post = await write();
  const gone = await write();
  await deletePost(ada, gone);
  for (const [as, { id }] of [
    [ben, post],
    [ada, gone],
    [ada, { id: "post_none" }],
  ] as const)
    for (const act of [pinPost, unpinPost]) await expect(act(as, { id })).rejects.toMatchObject({ code: "not_found" });
  expect((await listOwnPosts(ada, { limit: 9 })).data.some(({ pinned }) => pinned)).toBe(false);
});

test("of many pins at once, one stays", async () => {
  const posts = await Promise.all(Array.from({ length: 6 }, () => write()));
  await Promise.all(posts.map((post) => pinPost(ada, post)));
  expect((await listOwnPosts(ada, { limit: 9 })).data.filter(({ pinned }) => pinned)).toHaveLength(1);
});

test("a pinned post is shown to those who may see it", async () => {
  const { id } = await write("FOLLOWERS");
  await pinPost(ada, { id });
  expect([await pinnedTo(ada), await pinnedTo(ben)]).toEqual([id, null]);
  await followUser(ben, { handle: ada.actor.handle });
  expect(await pinnedTo(ben)).toBe(id);
  await blockUser(ada, { handle: ben.actor.handle });
  expect(await pinnedTo(ben)).toBeNull();
  await deletePost(ada, { id });
  expect(await pinnedTo(ada)).toBeNull();
  const next = await write();
  await pinPost(ada, next);
  expect(await pinnedTo(ada), "a deleted one is in nobody's way").toBe(next.id);
});
