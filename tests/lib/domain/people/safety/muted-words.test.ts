import { beforeEach, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { repostPost } from "@/lib/domain/writing/engagement/commands";
import { listComments } from "@/lib/domain/writing/comments/queries";
import { followUser } from "@/lib/domain/people/graph/commands";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";
import { getPost, listFeed, listPublicPosts } from "@/lib/domain/writing/posts/queries";
import { newMutedWord } from "@/lib/domain/people/safety/schema";
import { listMutedWords, muteWord, unmuteWord } from "@/lib/domain/people/safety/words";
import { MAX_MUTED_WORDS } from "@/lib/domain/people/screening/rules";
import { searchPosts } from "@/lib/domain/people/search/queries";
import { countNewer, listEveryone, listForYou } from "@/lib/domain/writing/posts/timeline";
import { getBranch, listThreads } from "@/lib/domain/writing/comments/threads";
import { database } from "@/lib/infra/database/db";
import { later } from "@/tests/support/people";
import { publicPost, threePeople } from "./three-people";

let ada: Context;
let ben: Context;
let cleo: Context;
beforeEach(async () => {
  [ada, ben, cleo] = await threePeople();
});

const page = { limit: 50 };

/** Returns how often a post appears in each of a viewer's lists. */
async function shownTo(viewer: Context, id: string, word: string) {
  const lists = {
    feed: await listFeed({ ...viewer, channel: "api" }, page),
    everyone: await listEveryone(viewer, page),
    forYou: await listForYou(viewer, page),
    search: await searchPosts(viewer, { q: word, ...page }),
  };
  return Object.fromEntries(
    Object.entries(lists).map(([name, { data }]) => [name, data.filter((post) => post.id === id).length]),
  );
}

const SHOWN = { feed: 1, everyone: 1, forYou: 1, search: 1 };
const NOWHERE = { feed: 0, everyone: 0, forYou: 0, search: 0 };

test("removes posts from feeds, newer counts and search, for its owner only, until it is unmuted", async () => {
  const before = new Date(ben.now.getTime() - 1000);
  for (const reader of [ada, cleo]) await followUser(reader, { handle: ben.actor.handle });
  const { id } = await publicPost(ben, "The Red, red Wedding of wordone");
  expect(await shownTo(ada, id, "wordone")).toEqual(SHOWN);
  const word = await muteWord(ada, { phrase: "RED wedding" });
  expect(word).toMatchObject({ phrase: "RED wedding", until: null });
  expect(await shownTo(ada, id, "wordone")).toEqual(NOWHERE);
  expect(await countNewer(ada, { after: before, feed: "for-you" })).toEqual({ count: 0 });
  expect(await countNewer(cleo, { after: before, feed: "for-you" })).toEqual({ count: 1 });
  expect(await shownTo(cleo, id, "wordone")).toEqual(SHOWN);
  expect(await getPost(ada, { id })).toMatchObject({ id });
  expect((await listPublicPosts(ada, { handle: ben.actor.handle, ...page })).data).toHaveLength(1);
  await unmuteWord(ada, word);
  expect(await shownTo(ada, id, "wordone")).toEqual(SHOWN);
});

test("a muted word never hides its owner's own posts, but does hide others' reposts", async () => {
  await followUser(ada, { handle: cleo.actor.handle });
  const own = await publicPost(ada, "My wordtwo");
  const reposted = await publicPost(ben, "Their wordtwo");
  for (const post of [own, reposted]) await repostPost(cleo, post);
  await muteWord(ada, { phrase: "wordtwo" });
  expect(await shownTo(ada, own.id, "wordtwo")).toEqual(SHOWN);
  expect(await shownTo(ada, reposted.id, "wordtwo")).toEqual(NOWHERE);
});

test("a muted hashtag hides posts with it, in any spelling, and none with the word alone", async () => {
  const tagged = await publicPost(ben, "wordtag #STRASSE");
  const worded = await publicPost(ben, "wordtag strasse");
  await muteWord(ada, { phrase: "#Straße" });
  expect(await shownTo(ada, tagged.id, "wordtag")).toMatchObject({ feed: 0, everyone: 0, search: 0 });
  expect(await shownTo(ada, worded.id, "wordtag")).toMatchObject({ feed: 1, everyone: 1, search: 1 });
  await muteWord(ada, { phrase: "strasse" });
  expect(await shownTo(ada, worded.id, "wordtag")).toMatchObject({ feed: 0, everyone: 0, search: 0 });
});

test("the alt text of an image counts as text of its post", async () => {
  const { id } = await publicPost(ben, "Look at this wordthree");
  const media = { id: `med_${id}`, ownerId: ben.actor.id, postId: id, contentType: "image/webp", width: 1, height: 1 };
  await database().prisma.media.create({
    data: { ...media, bytes: 1, position: 0, alt: "A big spider", storageKey: id, createdAt: ben.now },
  });
  await muteWord(ada, { phrase: "spider" });
  expect(await shownTo(ada, id, "wordthree")).toMatchObject({ feed: 0, everyone: 0, search: 0 });
});

test("a muted word expires", async () => {
  const { id } = await publicPost(ben, "A wordfour");
  await muteWord(ada, { phrase: "wordfour", until: new Date(ada.now.getTime() + DAY_MS).toISOString() });
  expect(await shownTo(ada, id, "wordfour")).toMatchObject({ everyone: 0 });
  const tomorrow = later(ada, 24 * 3600);
  expect(await shownTo(tomorrow, id, "wordfour")).toMatchObject({ everyone: 1 });
  expect((await listMutedWords(tomorrow)).data).toEqual([]);
  for (const until of [ada.now.toISOString(), "2020-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59"])
    await expect(muteWord(ada, { phrase: "other", until })).rejects.toMatchObject({ code: "invalid_request" });
});

test("comments with a muted word leave discussions with their replies, and are shown by direct link", async () => {
  const { id } = await publicPost(ada, "A post");
  const comment = await addComment(ben, { id, content: "Said wordfive" });
  await addComment(cleo, { id, content: "A reply", parent_id: comment.id });
  const other = await addComment(cleo, { id, content: "Something else" });
  const reply = await addComment(ben, { id, content: "A wordfive reply", parent_id: other.id });
  await muteWord(ada, { phrase: "wordfive" });
  const ids = ({ data }: { data: { id: string }[] }) => data.map((one) => one.id);
  expect(ids(await listComments(ada, { id, ...page }))).toEqual([other.id]);
  expect((await listThreads(ada, { id, ...page })).data).toMatchObject([{ id: other.id, replies: [] }]);
  expect(ids(await listComments(ada, { id, parent_id: other.id, ...page }))).toEqual([]);
  expect(ids(await listComments(cleo, { id, parent_id: other.id, ...page }))).toEqual([reply.id]);
  expect(ids(await getBranch(ada, { id, commentId: comment.id }))).toEqual([comment.id]);
});

test("quotes of a muted word do not notify, and unread notifications with them are retracted", async () => {
  const { id } = await publicPost(ada, "A post");
  await muteWord(ada, { phrase: "wordsix" });
  await addComment(ben, { id, content: "With wordsix" });
  await publicPost(ben, `@${ada.actor.handle} wordsix`);
  expect(await countUnread(ada)).toBe(0);
  for (const content of ["wordseven 1", "2", "wordseven 3", "wordseven 4", "wordseven 5"])
    await addComment(cleo, { id, content });
  await muteWord(ada, { phrase: "wordseven" });
  expect((await listNotifications(ada, page)).data).toMatchObject([{ preview: "2" }]);
  expect(await countUnread(ada)).toBe(1);
});

test("muting a word again in another case changes its expiry, and keeps one row", async () => {
  const first = await muteWord(ada, { phrase: "Straße" });
  const until = new Date(ada.now.getTime() + DAY_MS).toISOString();
  expect(await muteWord(ada, { phrase: "STRASSE", until })).toMatchObject({ id: first.id, phrase: "STRASSE", until });
  expect((await listMutedWords(ada)).data).toHaveLength(1);
});

test(`at most ${MAX_MUTED_WORDS} words are muted, also under concurrency`, async () => {
  const data = Array.from({ length: MAX_MUTED_WORDS - 1 }, (_, n) => ({
    ...{ id: `word_${ada.actor.id}${n}`, userId: ada.actor.id, phrase: `w${n}`, folded: `w${n}`, createdAt: ada.now },
  }));
  await database().prisma.mutedWord.createMany({ data });
  const outcomes = await Promise.allSettled(["one", "two", "three"].map((phrase) => muteWord(ada, { phrase })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
  expect((await listMutedWords(ada)).data).toHaveLength(MAX_MUTED_WORDS);
  expect(await muteWord(ada, { phrase: "W5" })).toMatchObject({ phrase: "W5" });
});

test("nobody can unmute another person's word", async () => {
  const word = await muteWord(ada, { phrase: "wordeight" });
  await expect(unmuteWord(ben, word)).rejects.toMatchObject({ code: "not_found" });
  expect((await listMutedWords(ada)).data).toHaveLength(1);
});

test("a phrase without comparable characters is rejected", () => {
  for (const phrase of ["", "  ", "!?", "x".repeat(61), "\u200B", "ﷺ".repeat(60), "a\0b", "\uD800"])
    expect(newMutedWord.safeParse({ phrase }).error?.issues[0]).toMatchObject({ path: ["phrase"] });
  expect(newMutedWord.parse({ phrase: " ice  cream " })).toEqual({ phrase: "ice cream" });
});

test("pages of a feed are full although rows are filtered out, and every other row is on exactly one", async () => {
  for (let n = 0; n < 30; n++) await publicPost(later(ben, n), n % 3 === 0 ? `Kept ${n}` : `A wordnine ${n}`);
  await muteWord(ada, { phrase: "wordnine" });
  const kept: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | undefined; kept.length < 10;) {
    const { data, nextCursor } = await listEveryone(ada, { limit: 4, cursor });
    kept.push(...data.map(({ content }) => content));
    sizes.push(data.length);
    cursor = nextCursor ?? undefined;
  }
  expect(kept.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, n) => `Kept ${27 - 3 * n}`));
  expect(sizes.slice(0, 2)).toEqual([4, 4]);
});

test("a feed of muted words only makes a bounded number of queries, and its cursor continues", async () => {
  const rows = Array.from({ length: 500 }, (_, n) => ({
    id: `post_${ben.actor.id}${String(n).padStart(4, "0")}`,
    authorId: ben.actor.id,
    content: n === 0 ? "The oldest" : "A wordten",
    audience: "PUBLIC" as const,
    createdAt: new Date(Date.now() + DAY_MS + n),
  }));
  await database().prisma.post.createMany({ data: rows });
  await muteWord(ada, { phrase: "wordten" });
  const first = await listEveryone(ada, { limit: 10 });
  expect(first.data).toEqual([]);
  const second = await listEveryone(ada, { limit: 10, cursor: first.nextCursor ?? undefined });
  expect(second.data[0]).toMatchObject({ content: "The oldest" });
  await database().prisma.post.deleteMany({ where: { authorId: ben.actor.id } });
});
