import { beforeEach, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { likePost, repostPost } from "@/lib/domain/writing/engagement/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { getPost, listFeed, listPublicPosts } from "@/lib/domain/writing/posts/queries";
import { muteUser, unmuteUser } from "@/lib/domain/people/safety/commands";
import { listMutes } from "@/lib/domain/people/safety/queries";
import { searchPosts } from "@/lib/domain/people/search/queries";
import { countNewer, listEveryone, listForYou } from "@/lib/domain/writing/posts/timeline";
import { getProfileOf } from "@/lib/domain/accounts/users/profile";
import { getViewer } from "@/lib/domain/accounts/users/viewer";
import { later, newPerson } from "@/tests/support/people";
import { threePeople } from "./three-people";

let ada: Context;
let ben: Context;
let cleo: Context;
beforeEach(async () => {
  [ada, ben, cleo] = await threePeople();
});

const page = { limit: 50 };

/** Returns how often somebody's posts appear in each of a viewer's lists. */
async function shownTo(viewer: Context, author: Context, word: string) {
  const lists = {
    feed: await listFeed(viewer, page),
    everyone: await listEveryone(viewer, page),
    forYou: await listForYou(viewer, page),
    search: await searchPosts(viewer, { q: word, ...page }),
  };
  return Object.fromEntries(
    Object.entries(lists).map(([name, { data }]) => [
      name,
      data.filter((post) => post.author.id === author.actor.id).length,
    ]),
  );
}

test("muting removes somebody's posts and reposts of them from feeds and search until it ends", async () => {
  await followUser(ada, { handle: ben.actor.handle });
  await followUser(ada, { handle: cleo.actor.handle });
  const before = new Date(ben.now.getTime() - 1000);
  const { id } = await createPost(ben, { content: "A quince", audience: "PUBLIC" });
  await repostPost(cleo, { id });
  expect(await shownTo(ada, ben, "quince")).toEqual({ feed: 1, everyone: 1, forYou: 1, search: 1 });
  expect(await muteUser(ada, { handle: ben.actor.handle })).toEqual({ muted: true });
  expect(await muteUser(ada, { handle: ben.actor.handle })).toEqual({ muted: true });
  expect(await shownTo(ada, ben, "quince")).toEqual({ feed: 0, everyone: 0, forYou: 0, search: 0 });
  expect(await countNewer(ada, { after: before, feed: "for-you" })).toEqual({ count: 0 });
  expect((await listMutes(ada, page)).data).toMatchObject([{ id: ben.actor.id }]);
  for (const _turn of [1, 2]) expect(await unmuteUser(ada, { handle: ben.actor.handle })).toEqual({ muted: false });
  expect(await shownTo(ada, ben, "quince")).toEqual({ feed: 1, everyone: 1, forYou: 1, search: 1 });
});

test("a post that somebody muted reposted is shown as the earlier repost by somebody else", async () => {
  const author = await newPerson();
  const { id } = await createPost(author, { content: "A medlar", audience: "PUBLIC" });
  for (const [seconds, person] of [ben, cleo].entries()) {
    await followUser(ada, { handle: person.actor.handle });
    await repostPost(later(person, seconds), { id });
  }
  const repostedBy = async () => (await listForYou(later(ada, 60), page)).data.map((post) => post.repostedBy?.id);
  expect(await repostedBy()).toEqual([cleo.actor.id]);
  await muteUser(ada, { handle: cleo.actor.handle });
  expect(await repostedBy()).toEqual([ben.actor.id]);
  await muteUser(ada, { handle: ben.actor.handle });
  expect(await repostedBy()).toEqual([]);
});

test("muting is one-sided: the muted person sees everything, and their profile and posts stay accessible", async () => {
  const [theirs, own] = [
    await createPost(ben, { content: "A medlar", audience: "PUBLIC" }),
    await createPost(ada, { content: "A medlar too", audience: "PUBLIC" }),
  ];
  await muteUser(ada, { handle: ben.actor.handle });
  expect(await getPost(ada, theirs)).toMatchObject({ id: theirs.id });
  expect((await listPublicPosts(ada, { handle: ben.actor.handle, ...page })).data).toHaveLength(1);
  expect(await getProfileOf(ada, { handle: ben.actor.handle })).toMatchObject({ viewer: { muted: true } });
  expect(await getProfileOf(ben, { handle: ada.actor.handle })).toMatchObject({ viewer: { muted: false } });
  expect(await likePost(ben, own)).toMatchObject({ liked: true });
});

test("notifications by a muted person are neither listed nor counted", async () => {
  const { id } = await createPost(ada, { content: "Mine", audience: "PUBLIC" });
  await muteUser(ada, { handle: ben.actor.handle });
  await likePost(ben, { id });
  await likePost(cleo, { id });
  expect(await countUnread(ada)).toBe(1);
  expect(await getViewer(ada)).toMatchObject({ unread: 1 });
  expect((await listNotifications(ada, page)).data).toMatchObject([{ actor: { id: cleo.actor.id } }]);
});
