import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import { changeAccount } from "@/lib/domain/accounts/users/profile";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { findViolations } from "@/lib/domain/kernel/invariant";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { followUser } from "@/lib/domain/people/graph/commands";
import { hidePost, limitAccount, showPost, unlimitAccount } from "@/lib/domain/people/moderation/sanctions";
import { blockUser, muteUser } from "@/lib/domain/people/safety/commands";
import { muteWord } from "@/lib/domain/people/safety/words";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { getPost, listFeed, listPosts } from "@/lib/domain/writing/posts/queries";
import { countNewer, getTimelinePost } from "@/lib/domain/writing/posts/timeline";
import { POST_INVARIANTS } from "@/lib/domain/writing/posts/audit";
import { withdrawQuote } from "@/lib/domain/writing/posts/quoting";
import { listQuotes } from "@/lib/domain/writing/posts/quotes";
import { announce, logOf, newListener } from "@/tests/lib/domain/consequences/incoming/listening";
import { newPerson } from "@/tests/support/people";

type Audience = "PUBLIC" | "FOLLOWERS" | "PRIVATE";

let ada: Context;
let ben: Context;
let cleo: Context;
/** A public post of Ada's. */
let post: { id: string };
beforeEach(async () => {
  [ada, ben, cleo] = [await newPerson(), await newPerson(), await newPerson()];
  post = await createPost(ada, { content: "Worth quoting", audience: "PUBLIC" });
});

const page = { limit: 50 };
const quote = (by: Context, content = "Look at this", audience: Audience = "PUBLIC", of = post) =>
  createPost(by, { content, audience, quote_id: of.id });
const shown = async (as: Context, id: string) => (await getPost(as, { id })).quote;
const listed = async (as: Context, of = post) => (await listQuotes(as, { ...of, ...page })).data.map(({ id }) => id);
const counted = async (of = post) => (await getPost(ada, of)).metrics.quotes;
const notified = async (as: Context) =>
  (await listNotifications(as, page)).data.map(({ type, preview, link }) => ({ type, preview, link }));

/** What moderators do to a person, or to a post of theirs. */
const moderate = (person: Context, act: (tx: Context) => Promise<void>) =>
  inTransaction(person, async (tx) => {
    await lockAccount(tx, person.actor.id);
    await act(tx);
  });

async function problems(): Promise<unknown[]> {
  return (await Promise.all(POST_INVARIANTS.map((invariant) => findViolations(ada, invariant)))).flat();
}

describe("a quote", () => {
  test("is the quoted post in every resource of the quoting one but the response to creating it", async () => {
    const created = await quote(ben);
    expect(Object.keys(created)).toEqual(["id", "content", "audience", "createdAt"]);
    const { quote: _, preview: _none, ...quoted } = await getPost(cleo, post);
    expect(await shown(cleo, created.id)).toEqual({ id: post.id, post: quoted });
    expect((await getTimelinePost(cleo, created)).quote).toEqual({ id: post.id, post: quoted });
    expect((await listPosts(ben, page)).data[0]?.quote).toEqual({ id: post.id, post: quoted });
    expect((await listPosts(cleo, { ...page, ids: [created.id] })).data[0]?.quote).toEqual({
      id: post.id,
      post: quoted,
    });
    expect((await listFeed(cleo, page)).data.find(({ id }) => id === created.id)?.quote?.post).toEqual(quoted);
    expect((await listQuotes(cleo, { ...post, ...page })).data[0]?.quote?.post).toEqual(quoted);
    expect(await shown(cleo, post.id)).toBeNull();
  });

  test("of a quote shows that one without what it quotes", async () => {
    const second = await quote(cleo, "Look twice", "PUBLIC", await quote(ben));
    const found = await shown(ada, second.id);
    expect(found?.post?.content).toBe("Look at this");
    expect(found?.post).not.toHaveProperty("quote");
  });

  test.each(["unknown", "FOLLOWERS", "PRIVATE", "deleted", "by somebody blocked", "by somebody who blocked"])(
    "of a post that is %s is refused alike, and nothing is posted",
    async (kind) => {
      const audience = kind === "FOLLOWERS" || kind === "PRIVATE" ? kind : "PUBLIC";
      const target = kind === "unknown" ? { id: "post_none" } : await createPost(ada, { content: "No", audience });
      await followUser(ben, { handle: ada.actor.handle });
      if (kind === "deleted") await deletePost(ada, target);
      if (kind === "by somebody blocked") await blockUser(ben, { handle: ada.actor.handle });
      if (kind === "by somebody who blocked") await blockUser(ada, { handle: ben.actor.handle });
      await expect(quote(ben, "Look", "PUBLIC", target)).rejects.toMatchObject({
        code: "invalid_request",
        details: { issues: [{ param: "quote_id", message: "quote_id is not a public post that you can see" }] },
      });
      expect((await listPosts(ben, page)).data).toEqual([]);
    },
  );

  test("is for whom the author lets: everyone, the people whom they follow, or nobody but themselves", async () => {
    await followUser(ada, { handle: ben.actor.handle });
    const quotable = async (as: Context) => (await getTimelinePost(as, post)).viewer.quotable;
    const expectAllowed = async (allowed: readonly Context[]) => {
      for (const person of [ada, ben, cleo]) {
        expect(await quotable(person)).toBe(allowed.includes(person));
        const attempt = quote(person).then(
          () => true,
          (error: { code: string }) => error.code !== "forbidden",
        );
        expect(await attempt).toBe(allowed.includes(person));
      }
    };
    expect((await changeAccount(ada, { bio: "" })).quotes).toBe("everyone");
    await expectAllowed([ada, ben, cleo]);
    await changeAccount(ada, { quotes: "followed" });
    await expectAllowed([ada, ben]);
    await changeAccount(ada, { quotes: "nobody" });
    await expectAllowed([ada]);
    expect(await counted(), "what was quoted before stays").toBe(6);
  });

  test("loses the quoted post for everybody when it is deleted, and has it again when its author returns", async () => {
    const { id } = await quote(ben);
    await closeAccount({ ...ada, session: { id: "", provenAt: ada.now } }, {});
    expect(await shown(cleo, id)).toEqual({ id: post.id, post: null });
    await reopenAccount(ada, { id: ada.actor.id });
    expect((await shown(cleo, id))?.post?.id).toBe(post.id);
    await deletePost(ada, post);
    expect(await shown(cleo, id)).toEqual({ id: post.id, post: null });
    expect(await shown(ada, id)).toEqual({ id: post.id, post: null });
  });

  test("loses it for everybody while its author and the quoting one block each other", async () => {
    const { id } = await quote(ben);
    await blockUser(ada, { handle: ben.actor.handle });
    for (const reader of [ben, cleo]) expect(await shown(reader, id)).toEqual({ id: post.id, post: null });
    expect(await listed(cleo)).toEqual([]);
  });

  test.each([
    ["block", blockUser],
    ["mute", muteUser],
  ])("hides it from those who %s its author, and from nobody else", async (_how, hide) => {
    const { id } = await quote(ben);
    await hide(cleo, { handle: ada.actor.handle });
    expect(await shown(cleo, id)).toEqual({ id: post.id, post: null });
    expect((await shown(ben, id))?.post?.id).toBe(post.id);
  });

  test("hides what moderators hid, and shows it again with them", async () => {
    const { id } = await quote(ben);
    await moderate(ada, (tx) => hidePost(tx, post.id));
    expect(await shown(cleo, id)).toEqual({ id: post.id, post: null });
    expect((await shown(ada, id))?.post?.id, "to its author it is there").toBe(post.id);
    await moderate(ada, (tx) => showPost(tx, post.id));
    await moderate(ada, (tx) => limitAccount(tx, ada.actor.id));
    await followUser(cleo, { handle: ada.actor.handle });
    expect((await shown(cleo, id))?.post?.id, "a follower sees a limited person").toBe(post.id);
    expect((await shown({ ...cleo, channel: "api" }, id))?.post, "with no key").toBeNull();
    expect((await shown(ben, id))?.post).toBeNull();
  });

  test("leaves the feeds of those who mute a word of the quoted post", async () => {
    await muteWord(cleo, { phrase: "quoting" });
    const { id } = await quote(ben, "Nothing to see");
    const ids = (await listFeed(cleo, page)).data.map((entry) => entry.id);
    expect(ids).not.toContain(id);
    expect((await countNewer(cleo, { after: new Date(ben.now.getTime() - 1), feed: "everyone" })).count).toBe(0);
    expect(await listed(cleo), "but not the list of whom they look at").toEqual([id]);
  });
});

describe("the quotes of a post", () => {
  test("are its public ones, newest first, counted and listed alike, whatever hides and shows them", async () => {
    const first = await quote(ben);
    const second = await quote(cleo);
    await quote(ben, "For followers", "FOLLOWERS");
    await quote(ben, "For nobody", "PRIVATE");
    expect([await listed(ada), await counted()]).toEqual([[second.id, first.id], 2]);
    await moderate(ben, (tx) => limitAccount(tx, ben.actor.id));
    expect([await listed(ada), await counted()]).toEqual([[second.id], 1]);
    await moderate(ben, (tx) => unlimitAccount(tx, ben.actor.id));
    await moderate(cleo, (tx) => hidePost(tx, second.id));
    expect([await listed(ada), await counted()]).toEqual([[first.id], 1]);
    await moderate(cleo, (tx) => showPost(tx, second.id));
    await closeAccount({ ...ben, session: { id: "", provenAt: ben.now } }, {});
    expect([await listed(ada), await counted()]).toEqual([[second.id], 1]);
    await reopenAccount(ben, { id: ben.actor.id });
    await deletePost(cleo, second);
    expect([await listed(ada), await counted()]).toEqual([[first.id], 1]);
    expect(await problems()).toEqual([]);
  });

  test("are hidden from those who may not see the post, as if it did not exist", async () => {
    await quote(ben);
    await blockUser(cleo, { handle: ada.actor.handle });
    await expect(listed(cleo)).rejects.toMatchObject({ code: "not_found" });
    await expect(listed(cleo, { id: "post_none" })).rejects.toMatchObject({ code: "not_found" });
    expect(await listed(ben, await createPost(ada, { content: "Alone", audience: "PUBLIC" }))).toEqual([]);
  });

  test("are counted exactly when many come and go at once", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => newPerson()));
    const quotes = await Promise.all(people.map((person) => quote(person)));
    expect(await counted()).toBe(8);
    await Promise.all([
      ...quotes.slice(0, 3).map((one, index) => deletePost(people[index]!, one)),
      ...quotes.slice(3, 6).map(({ id }) => withdrawQuote(ada, { ...post, quoteId: id })),
      ...quotes.slice(2, 4).map(({ id }) => withdrawQuote(ada, { ...post, quoteId: id }).catch(() => undefined)),
    ]);
    expect(await counted()).toBe(2);
    expect(await problems()).toEqual([]);
  });
});

describe("withdrawing", () => {
  test("takes the post out for everybody and for good, and can be repeated", async () => {
    const { id } = await quote(ben);
    await withdrawQuote(ada, { ...post, quoteId: id });
    for (const reader of [ada, ben, cleo]) expect(await shown(reader, id)).toEqual({ id: post.id, post: null });
    expect([await listed(ada), await counted()]).toEqual([[], 0]);
    await withdrawQuote(ada, { ...post, quoteId: id });
    expect(await counted()).toBe(0);
    expect((await getPost(cleo, { id })).content).toBe("Look at this");
    await deletePost(ben, { id });
    expect(await problems()).toEqual([]);
  });

  test("is for the author of the quoted post alone, and finds nothing that they cannot see", async () => {
    const { id } = await quote(ben);
    const secret = await quote(ben, "For nobody", "PRIVATE");
    const other = await createPost(ada, { content: "Another", audience: "PUBLIC" });
    const gone = await quote(cleo);
    await deletePost(cleo, gone);
    for (const [as, of, quoteId] of [
      [ben, post.id, id],
      [cleo, post.id, id],
      [ada, other.id, id],
      [ada, post.id, secret.id],
      [ada, post.id, gone.id],
      [ada, post.id, other.id],
      [ada, post.id, "post_none"],
    ] as const)
      await expect(withdrawQuote(as, { id: of, quoteId })).rejects.toMatchObject({ code: "not_found" });
    expect(await counted()).toBe(1);
  });

  test("works after the quoting author has blocked", async () => {
    const { id } = await quote(ben);
    await blockUser(ben, { handle: ada.actor.handle });
    await withdrawQuote(ada, { ...post, quoteId: id });
    expect(await counted()).toBe(0);
  });
});

describe("the author of a quoted post", () => {
  test("is notified once, of the quote alone where it mentions them as well", async () => {
    const { id } = await quote(ben, `@${ada.actor.handle} look`);
    const expected = { type: "QUOTE", preview: `@${ada.actor.handle} look`, link: `/posts/${id}` };
    expect(await notified(ada)).toEqual([expected]);
    await deletePost(ben, { id });
    expect(await notified(ada)).toEqual([]);
  });

  test("is not notified of their own, of what they may not see, or after withdrawing", async () => {
    await quote(ada);
    await quote(ben, "For followers", "FOLLOWERS");
    await quote(ben, "For nobody", "PRIVATE");
    expect(await notified(ada)).toEqual([]);
    const { id } = await quote(ben);
    await withdrawQuote(ada, { ...post, quoteId: id });
    expect(await notified(ada)).toEqual([]);
    await followUser(ada, { handle: ben.actor.handle });
    await quote(ben, "For followers", "FOLLOWERS");
    expect(await notified(ada)).toMatchObject([{ type: "QUOTE", preview: "For followers" }]);
  });

  test("gets an event for it, and one when it is deleted or withdrawn", async () => {
    const { ctx: owner } = await newListener();
    const own = await createPost(owner, { content: "Worth quoting", audience: "PUBLIC" });
    const first = await quote(ben, "One", "PUBLIC", own);
    const second = await quote(ben, "Two", "PUBLIC", own);
    await announce(owner);
    await withdrawQuote(owner, { ...own, quoteId: first.id });
    await deletePost(ben, second);
    await announce(owner);
    const told = (await logOf(owner)).filter(({ event }) => event.startsWith("incoming.quote"));
    const doer = { userId: ben.actor.id, handle: ben.actor.handle, automated: false };
    const undone = (quoteId: string) => ({
      event: "incoming.quote.undone",
      data: { ...doer, postId: own.id, quoteId },
    });
    expect(told[0]).toMatchObject({ ...undone(first.id), event: "incoming.quote" });
    const rest = told.slice(1).map(({ event, data }) => ({ event, data }));
    expect(rest).toHaveLength(2);
    expect(rest).toEqual(expect.arrayContaining([undone(first.id), undone(second.id)]));
  });
});
