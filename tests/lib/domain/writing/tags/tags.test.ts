import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import { type Context, inTransaction, read } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { limitAccount, unlimitAccount } from "@/lib/domain/people/moderation/sanctions";
import { muteWord } from "@/lib/domain/people/safety/words";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { findTags } from "@/lib/domain/people/search/tags";
import { suggest } from "@/lib/domain/people/search/suggest";
import { repostPost } from "@/lib/domain/writing/engagement/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { editPost } from "@/lib/domain/writing/posts/editing";
import { getPost } from "@/lib/domain/writing/posts/queries";
import { countNewer, listForYou } from "@/lib/domain/writing/posts/timeline";
import { followUser } from "@/lib/domain/people/graph/commands";
import { TAG_INVARIANTS } from "@/lib/domain/writing/tags/audit";
import { followTag, unfollowTag } from "@/lib/domain/writing/tags/commands";
import { tagEarlierPosts } from "@/lib/domain/writing/tags/earlier-posts";
import { hideTag, isTagHidden, showTag } from "@/lib/domain/writing/tags/moderation";
import { getTag, listFollowedTags, listTagPosts, listTrending } from "@/lib/domain/writing/tags/queries";
import { MAX_FOLLOWED_TAGS, MAX_TAGS, TRENDING } from "@/lib/domain/writing/tags/rules";
import { countTagPeople } from "@/lib/domain/writing/tags/trends";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { database } from "@/lib/infra/database/db";
import { platformContext } from "@/lib/queue/platform";
import { later, newPerson } from "@/tests/support/people";

let ada: Context;
let ben: Context;
/** A tag that nothing else has. */
let tag: string;
beforeEach(async () => {
  [ada, ben] = [await newPerson(), await newPerson()];
  tag = `t${randomUUID().replaceAll("-", "").slice(0, 12)}`;
});

const page = { limit: 50 };
const write = (by: Context, content: string, audience: "PUBLIC" | "FOLLOWERS" | "PRIVATE" = "PUBLIC") =>
  createPost(by, { content, audience });
const listed = async (as: Context, of = tag) => (await listTagPosts(as, { tag: of, ...page })).data.map(({ id }) => id);
const numbers = async (as: Context) => {
  const { posts, people } = await getTag(as, { tag });
  return [posts, people];
};

async function problems(): Promise<unknown[]> {
  const found = await Promise.all(TAG_INVARIANTS.map(({ violations }) => read(ada, "test.tags")`${violations}`));
  return found.flat();
}

describe("the tags of a post", () => {
  test("are folded, in order, each once, and ten of them count", async () => {
    const { id } = await write(ada, "#B #a #b #Ａ `#code` #Straße");
    expect((await getPost(ben, { id })).tags).toEqual(["b", "a", "strasse"]);
    const many = Array.from({ length: MAX_TAGS + 2 }, (_, n) => `#n${n}_`).join(" ");
    expect((await getPost(ben, await write(ada, many))).tags).toHaveLength(MAX_TAGS);
  });

  test("change with an edit, and with them the lists", async () => {
    const { id } = await write(ada, `#${tag}`);
    expect(await listed(ben)).toEqual([id]);
    expect((await editPost(ada, { id, content: `#${tag}2` })).tags).toEqual([`${tag}2`]);
    expect(await listed(ben)).toEqual([]);
    expect(await listed(ben, `${tag}2`)).toEqual([id]);
    expect(await problems()).toEqual([]);
  });

  test("are added by many people at once, in any order, and by an edit meanwhile", async () => {
    const names = Array.from({ length: MAX_TAGS }, (_, n) => `#${tag}_${n}`);
    const { id } = await write(ada, "soon");
    await Promise.all([
      ...[ada, ben, await newPerson()].flatMap((person) => [
        write(person, names.join(" ")),
        write(person, names.toReversed().join(" ")),
      ]),
      editPost(ada, { id, content: names.join(" ") }),
    ]);
    expect(await listed(ben, `${tag}_0`)).toHaveLength(7);
    expect(await problems()).toEqual([]);
  });

  test("of posts of before there were tags are read afterwards", async () => {
    const { id } = await write(ada, `then #${tag}`);
    await database().prisma.$executeRaw`UPDATE "Post" SET tags = NULL, "tagNames" = NULL WHERE id = ${id}`;
    expect((await getPost(ben, { id })).tags).toEqual([]);
    await tagEarlierPosts(platformContext());
    expect((await getPost(ben, { id })).tags).toEqual([tag]);
    expect(await listed(ben)).toEqual([id]);
  });
});

describe("a tag", () => {
  test("is the same in every spelling, and shown as it was first written", async () => {
    const first = await write(ada, `#${tag.toUpperCase()}`);
    const second = await write(later(ben, 1), `#${tag}`);
    expect(await listed(ada, `＃${tag.toUpperCase()}`)).toEqual([second.id, first.id]);
    expect(await getTag(ben, { tag })).toEqual({ tag, name: tag.toUpperCase(), posts: 2, people: 2, following: false });
    await deletePost(ada, first);
    expect(await getTag(ben, { tag })).toEqual({ tag, name: tag, posts: 1, people: 1, following: false });
  });

  test.each(["", "#", "2026", "a b", "a.b", "\ud800", "x".repeat(51)])("is none if it is %j", async (typed) => {
    await expect(getTag(ada, { tag: typed })).rejects.toMatchObject({ code: "not_found" });
    await expect(followTag(ada, { tag: typed })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is one before anybody has used it", async () => {
    expect(await getTag(ben, { tag })).toEqual({ tag, name: tag, posts: 0, people: 0, following: false });
    expect(await listed(ben)).toEqual([]);
  });

  test("counts a week, by people whom the reader hears", async () => {
    await write(later(ada, -8 * 86_400), `#${tag} long ago`);
    await write(ada, `#${tag} one`);
    await write(ada, `#${tag} two`);
    const cleo = await newPerson();
    await write(cleo, `#${tag} three`);
    expect(await numbers(ben)).toEqual([3, 2]);
    await blockUser(cleo, { handle: ben.actor.handle });
    expect(await numbers(ben)).toEqual([2, 1]);
  });

  test("has public posts alone, whatever hides and shows them", async () => {
    const { id } = await write(ada, `#${tag}`);
    await write(ada, `#${tag} for followers`, "FOLLOWERS");
    await write(ada, `#${tag} for nobody`, "PRIVATE");
    await followUser(ben, { handle: ada.actor.handle });
    expect(await listed(ben)).toEqual([id]);
    await inTransaction(ada, (tx) => limitAccount(tx, ada.actor.id));
    expect(await listed(ben)).toEqual([]);
    expect(await numbers(ben)).toEqual([0, 0]);
    await inTransaction(ada, (tx) => unlimitAccount(tx, ada.actor.id));
    expect(await listed(ben)).toEqual([id]);
    const owner = { ...ada, session: { id: "", provenAt: ada.now } };
    await closeAccount(owner, {});
    expect(await listed(ben)).toEqual([]);
    expect(await problems()).toEqual([]);
    await reopenAccount(ada, { id: ada.actor.id });
    expect(await listed(ben)).toEqual([id]);
    expect(await problems()).toEqual([]);
  });

  test("is not found by the letters of a post that the reader may not see", async () => {
    await write(ada, `#${tag}`, "FOLLOWERS");
    expect((await findTags(ben, { q: tag, limit: 5 })).data).toEqual([]);
    const { id } = await write(ada, `#${tag}`);
    expect((await findTags(ben, { q: `#${tag.slice(0, 6).toUpperCase()}`, limit: 5 })).data).toEqual([
      { tag, name: tag, following: false },
    ]);
    expect((await suggest(ben, { text: `#${tag.slice(0, 6)}` })).tags).toHaveLength(1);
    await deletePost(ada, { id });
    expect((await findTags(ben, { q: tag, limit: 5 })).data).toEqual([]);
  });

  test.each(["%", "_%", "'", "\u0000", "\ud800"])("is not found by %j", async (q) => {
    expect((await findTags(ben, { q, limit: 5 })).data).toEqual([]);
  });
});

describe("following a tag", () => {
  test("brings its posts into the home feed, each once, until it is unfollowed", async () => {
    const friend = await newPerson();
    await followUser(ben, { handle: friend.actor.handle });
    const before = later(ben, -1).now;
    const own = await write(friend, `#${tag} #${tag}2 by a friend`);
    const stranger = await write(ada, `#${tag} #${tag}2 by a stranger`);
    const passed = await write(ada, `#${tag} passed on`);
    await repostPost(friend, passed);
    const home = async () => (await listForYou(ben, page)).data.map(({ id }) => id).sort();
    expect(await home()).toEqual([own.id, passed.id].sort());
    for (const name of [tag, `${tag}2`]) expect(await followTag(ben, { tag: name })).toEqual({ following: true });
    expect(await home()).toEqual([own.id, passed.id, stranger.id].sort());
    expect(await countNewer(ben, { after: before, feed: "for-you" })).toEqual({ count: 3 });
    await muteWord(ben, { phrase: `#${tag}2` });
    expect(await home()).toEqual([passed.id]);
    for (const name of [tag, `${tag}2`]) expect(await unfollowTag(ben, { tag: name })).toEqual({ following: false });
    expect(await home()).toEqual([passed.id]);
  });

  test("is listed, the latest first, and bounded", async () => {
    for (let n = 0; n < MAX_FOLLOWED_TAGS; n++) await followTag(later(ben, n), { tag: `many${n}` });
    await expect(followTag(ben, { tag })).rejects.toMatchObject({ code: "conflict" });
    expect(await followTag(ben, { tag: "MANY0" })).toEqual({ following: true });
    const { data, nextCursor } = await listFollowedTags(ben, { limit: 2 });
    expect(data).toEqual([99, 98].map((n) => ({ tag: `many${n}`, name: `many${n}`, following: true })));
    const [third] = (await listFollowedTags(ben, { limit: 2, cursor: nextCursor! })).data;
    expect(third).toMatchObject({ tag: "many97" });
    expect(await database().prisma.tagFollow.count({ where: { userId: ben.actor.id } })).toBe(MAX_FOLLOWED_TAGS);
  });

  test("is kept while a closed account can be reopened, and then ends", async () => {
    await followTag(ben, { tag });
    await closeAccount({ ...ben, session: { id: "", provenAt: ben.now } }, {});
    const follows = () => database().prisma.tagFollow.count({ where: { userId: ben.actor.id } });
    expect(await follows()).toBe(1);
    await finishClosings(later(ben, REOPENING_DAYS * 86_400));
    expect(await follows()).toBe(0);
  });

  test("happens once, however often it is sent at once", async () => {
    await Promise.all(Array.from({ length: 5 }, () => followTag(ben, { tag })));
    const events = await database().prisma.event.findMany({ where: { userId: ben.actor.id, name: "tag.followed" } });
    expect(events.map(({ data }) => data)).toEqual([{ tag }]);
  });
});

describe("what is trending", () => {
  const trending = async (as: Context) => (await listTrending(as, { limit: 50 })).map(({ tag }) => tag);

  test("was used by five people within a day, who are not suspended", async () => {
    const people = await Promise.all(Array.from({ length: TRENDING.people }, () => newPerson()));
    for (const person of people.slice(1)) for (const n of [1, 2]) await write(person, `#${tag} ${n}`);
    await countTagPeople(ada);
    expect(await trending(ada)).not.toContain(tag);
    await write(people[0]!, `#${tag}`);
    await Promise.all([countTagPeople(ada), countTagPeople(ada)]);
    expect(await trending(ada)).toContain(tag);
    await muteWord(ben, { phrase: `#${tag}` });
    expect(await trending(ben)).not.toContain(tag);
    const suspend = (suspendedAt: Date | null) =>
      database().prisma.user.update({
        where: { id: people[0]!.actor.id },
        data: { suspendedAt },
        select: { id: true },
      });
    await suspend(ada.now);
    await countTagPeople(ada);
    expect(await trending(ada)).not.toContain(tag);
    await suspend(null);
    await countTagPeople({ ...ada, now: new Date(ada.now.getTime() + 2 * DAY_MS) });
    expect(await trending(ada)).not.toContain(tag);
  });

  test("is what moderators do not keep out, who leave an entry in the audit log", async () => {
    const people = await Promise.all(Array.from({ length: TRENDING.people }, () => newPerson()));
    for (const person of people) await write(person, `#${tag}`);
    await countTagPeople(ada);
    await expect(hideTag(ben, { tag })).rejects.toMatchObject({ code: "forbidden" });
    const moderator = { ...ben, actor: { ...ben.actor, role: "MODERATOR" as const } };
    for (const _ of [1, 2]) await hideTag(moderator, { tag });
    expect(await trending(ada)).not.toContain(tag);
    expect((await findTags(ada, { q: tag, limit: 5 })).data).toEqual([]);
    expect(await listed(ada)).toHaveLength(TRENDING.people);
    expect(await isTagHidden(moderator, tag)).toBe(true);
    await showTag(moderator, { tag });
    expect(await trending(ada)).toContain(tag);
    const entries = await database().prisma.auditEntry.findMany({
      where: { actorId: ben.actor.id },
      orderBy: { createdAt: "asc" },
    });
    expect(entries.map(({ action, details }) => [action, details]).sort()).toEqual([
      ["tag.hidden", { tag }],
      ["tag.shown", { tag }],
    ]);
  });
});
