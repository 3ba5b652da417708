import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { changeAccount } from "@/lib/domain/accounts/users/profile";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { limitAccount, suspendAccount } from "@/lib/domain/people/moderation/sanctions";
import { expireMedia } from "@/lib/domain/writing/media/expiry";
import { openImage } from "@/lib/domain/writing/media/queries";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { listOwnPosts } from "@/lib/domain/writing/posts/queries";
import {
  cancelScheduledPost,
  changeScheduledPost,
  createOrSchedulePost,
  schedulePost,
} from "@/lib/domain/writing/scheduled/commands";
import { deleteFailedPosts, publishDuePosts } from "@/lib/domain/writing/scheduled/due";
import { listScheduledPosts } from "@/lib/domain/writing/scheduled/queries";
import { MAX_WAITING } from "@/lib/domain/writing/scheduled/rules";
import { database, Transaction } from "@/lib/infra/database/db";
import { sql } from "@/lib/infra/database/sql";
import { daysAfter, newLeaver, password } from "@/tests/lib/domain/accounts/lifecycle/leaver";
import { contend } from "@/tests/support/contention";
import { readExport } from "@/tests/support/export";
import { newImage } from "@/tests/support/images";
import { later, newPerson } from "@/tests/support/people";
import { setVariables } from "@/tests/support/variables";

const HOUR = 3600;
const DAY = 24 * HOUR;
const page = { limit: 50 };

let ada: Context;
beforeEach(async () => {
  await database().prisma.scheduledPost.deleteMany();
  ada = await newPerson();
});

type Parts = Partial<Parameters<typeof schedulePost>[1]>;

const inSeconds = (ctx: Context, seconds: number) => later(ctx, seconds).now;
const schedule = (by = ada, parts: Parts = {}) =>
  schedulePost(by, { content: "For later", audience: "PUBLIC", publish_at: inSeconds(by, HOUR), ...parts });
const waiting = async (by = ada) => (await listScheduledPosts(by, page)).data;
const posted = async (by = ada) => (await listOwnPosts(by, page)).data;
const notified = async (by = ada) =>
  (await listNotifications(by, page)).data.map(({ type, preview, link }) => ({ type, preview, link }));

/** Has what is due a while from now posted. */
const publishAfter = (seconds: number) => publishDuePosts(later(ada, seconds));

const moderate = (person: Context, act: (tx: Context) => Promise<void>) =>
  inTransaction(person, async (tx) => {
    await lockAccount(tx, person.actor.id);
    await act(tx);
  });

describe("scheduling", () => {
  test("is what creating a post does that names a moment, and returns the scheduled post", async () => {
    const publish_at = inSeconds(ada, DAY);
    const scheduled = await createOrSchedulePost(ada, { content: "Tomorrow", audience: "FOLLOWERS", publish_at });
    expect(scheduled).toEqual({
      id: expect.stringMatching(/^sched_/) as string,
      content: "Tomorrow",
      audience: "FOLLOWERS",
      warning: null,
      media: [],
      quoteId: null,
      createdAt: ada.now.toISOString(),
      publishAt: publish_at.toISOString(),
      failure: null,
    });
    expect(await posted()).toEqual([]);
    expect(Object.keys(await createOrSchedulePost(ada, { content: "Now", audience: "PUBLIC" }))).toHaveLength(4);
  });

  test("takes moments from five minutes to a year ahead", async () => {
    for (const seconds of [-DAY, 0, 5 * 60 - 1, 365 * DAY + 1])
      await expect(schedule(ada, { publish_at: inSeconds(ada, seconds) })).rejects.toMatchObject({
        code: "invalid_request",
        details: { issues: [{ param: "publish_at" }] },
      });
    await schedule(ada, { publish_at: inSeconds(ada, 5 * 60) });
    await schedule(ada, { publish_at: inSeconds(ada, 365 * DAY) });
    expect(await waiting()).toHaveLength(2);
  });

  test("lets fifty posts wait, however many are scheduled at once", async () => {
    const results = await contend(MAX_WAITING + 3, () => schedule());
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_WAITING);
    await expect(schedule()).rejects.toMatchObject({ code: "conflict" });
    await cancelScheduledPost(ada, (await waiting())[0]!);
    await schedule();
  });

  test("rejects what could not be posted now", async () => {
    const ben = await newPerson();
    const secret = await createPost(ben, { content: "Mine", audience: "PRIVATE" });
    await expect(schedule(ada, { quote_id: secret.id })).rejects.toMatchObject({ code: "invalid_request" });
    const image = await newImage(ben);
    await expect(schedule(ada, { media_ids: [image] })).rejects.toMatchObject({ code: "invalid_media" });
    expect(await waiting()).toEqual([]);
  });

  test("lists the soonest first, to its author alone", async () => {
    const ben = await newPerson();
    const [second, first] = [await schedule(ada, { publish_at: inSeconds(ada, 2 * HOUR) }), await schedule()];
    expect((await waiting()).map(({ id }) => id)).toEqual([first.id, second.id]);
    const start = await listScheduledPosts(ada, { limit: 1 });
    expect(start.data).toEqual([first]);
    expect((await listScheduledPosts(ada, { limit: 1, cursor: start.nextCursor! })).data).toEqual([second]);
    expect(await waiting(ben)).toEqual([]);
    for (const act of [changeScheduledPost, cancelScheduledPost])
      await expect(act(ben, { id: first.id })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a scheduled post", () => {
  test("becomes a post at its moment, not before, with everything that it has", async () => {
    const ben = await newPerson();
    const quoted = await createPost(ben, { content: "Worth quoting", audience: "PUBLIC" });
    const media_ids = [await newImage(ada, { alt: "Second" }), await newImage(ada, { alt: "First" })].toReversed();
    await schedule(ada, { warning: "Long", media_ids, quote_id: quoted.id, audience: "FOLLOWERS" });
    await publishAfter(HOUR - 1);
    expect(await posted()).toEqual([]);
    await publishAfter(HOUR);
    expect(await posted()).toMatchObject([
      {
        content: "For later",
        warning: "Long",
        audience: "FOLLOWERS",
        quote: { id: quoted.id },
        media: [{ alt: "First" }, { alt: "Second" }],
        createdAt: inSeconds(ada, HOUR).toISOString(),
      },
    ]);
    expect(await waiting()).toEqual([]);
    expect(await notified()).toEqual([]);
  });

  test("becomes one post, however many workers run", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => newPerson()));
    for (const person of people) for (const content of ["One", "Two"]) await schedule(person, { content });
    while (await database().prisma.scheduledPost.count()) await contend(8, () => publishAfter(2 * HOUR));
    for (const person of people)
      expect((await posted(person)).map(({ content }) => content).toSorted()).toEqual(["One", "Two"]);
  });

  test("becomes one post, whatever moment of posting it a crash ends", async () => {
    await schedule(ada, { media_ids: [await newImage(ada)] });
    for (const name of ["scheduled.claim", "media.takeFromScheduledPost", "posts.insert"]) {
      await crashAfter(name, () => publishAfter(HOUR));
      expect({ name, posts: await posted(), waiting: await waiting() }).toMatchObject({
        posts: [],
        waiting: [{ failure: null, media: [{}] }],
      });
    }
    await publishAfter(HOUR);
    await publishAfter(HOUR);
    expect(await posted()).toMatchObject([{ media: [{}] }]);
  });

  test("is posted in spite of one that cannot be for a reason of ours", async () => {
    await schedule(ada, { content: "Broken" });
    const ben = await newPerson();
    await schedule(ben, { publish_at: inSeconds(ben, HOUR + 1) });
    await crashAfter("scheduled.claim", () => publishAfter(2 * HOUR), 1);
    expect(await posted()).toEqual([]);
    expect(await posted(ben)).toHaveLength(1);
    await publishAfter(2 * HOUR);
    expect(await posted()).toHaveLength(1);
  });

  test("can be changed until it is posted: then the post has the change, or the change is rejected", async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const { id } = await schedule(ada, { content: `Before ${attempt}` });
      const [change] = await Promise.allSettled([
        changeScheduledPost(ada, { id, content: `After ${attempt}` }),
        publishAfter(HOUR),
      ]);
      while ((await waiting()).length > 0) await publishAfter(HOUR);
      const made = (await posted()).map(({ content }) => content).filter((text) => text.endsWith(` ${attempt}`));
      expect(made).toEqual([`${change.status === "fulfilled" ? "After" : "Before"} ${attempt}`]);
      if (change.status === "rejected") expect(change.reason).toMatchObject({ code: "not_found" });
    }
  });

  test("can be cancelled until it is posted: then there is no post, or cancelling is rejected", async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const { id } = await schedule(ada, { content: `Attempt ${attempt}` });
      const [cancel] = await Promise.allSettled([cancelScheduledPost(ada, { id }), publishAfter(HOUR)]);
      await publishAfter(HOUR);
      const made = (await posted()).some(({ content }) => content === `Attempt ${attempt}`);
      expect(made).toBe(cancel.status === "rejected");
    }
  });

  test("is posted at its new moment alone once it was moved", async () => {
    const { id } = await schedule();
    const moved = await changeScheduledPost(ada, { id, publish_at: inSeconds(ada, DAY), audience: "PRIVATE" });
    expect(moved).toMatchObject({ content: "For later", audience: "PRIVATE" });
    await publishAfter(HOUR);
    expect(await posted()).toEqual([]);
    await publishAfter(DAY);
    expect(await posted()).toMatchObject([{ audience: "PRIVATE" }]);
  });

  test("keeps text or images through every change", async () => {
    const image = await newImage(ada);
    const { id } = await schedule(ada, { media_ids: [image] });
    await changeScheduledPost(ada, { id, content: "" });
    await expect(changeScheduledPost(ada, { id, media_ids: [] })).rejects.toMatchObject({ code: "invalid_request" });
    expect(await waiting()).toMatchObject([{ content: "", media: [{ id: image }] }]);
  });
});

describe("the images of a scheduled post", () => {
  test("do not expire while it waits, and only its author sees them", async () => {
    const image = await newImage(ada);
    await schedule(ada, { media_ids: [image], publish_at: inSeconds(ada, 300 * DAY) });
    await expireMedia(later(ada, 299 * DAY));
    await openImage(later(ada, 299 * DAY), { id: image });
    await expect(openImage(await newPerson(), { id: image })).rejects.toMatchObject({ code: "not_found" });
    await publishAfter(300 * DAY);
    expect(await posted()).toMatchObject([{ media: [{ id: image }] }]);
  });

  test("belong to no other post meanwhile", async () => {
    const image = await newImage(ada);
    await schedule(ada, { media_ids: [image] });
    const again = { content: "Again", audience: "PUBLIC" as const, media_ids: [image] };
    await expect(createPost(ada, again)).rejects.toMatchObject({ code: "invalid_media" });
    await expect(schedule(ada, again)).rejects.toMatchObject({ code: "invalid_media" });
  });

  test("are released when it is cancelled, or loses them", async () => {
    const [kept, dropped] = [await newImage(ada), await newImage(ada)];
    const { id } = await schedule(ada, { media_ids: [dropped, kept] });
    await changeScheduledPost(ada, { id, media_ids: [kept] });
    await expect(openImage(later(ada, 1), { id: dropped })).rejects.toMatchObject({ code: "not_found" });
    await openImage(later(ada, 1), { id: kept });
    await cancelScheduledPost(ada, { id });
    await expect(openImage(later(ada, 1), { id: kept })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an author who may not post by then", () => {
  const LINK = "/posts/scheduled";

  test("is notified why, and finds the post with the reason", async () => {
    await schedule();
    await moderate(ada, (tx) => suspendAccount(tx, null));
    await publishAfter(HOUR);
    await publishAfter(2 * HOUR);
    expect(await posted()).toEqual([]);
    const preview = "Not posted, because your account was suspended: For later";
    expect(await notified()).toEqual([{ type: "SYSTEM", preview, link: LINK }]);
    expect(await waiting()).toMatchObject([
      { content: "For later", failure: { code: "account_suspended", message: expect.any(String) as string } },
    ]);
  });

  test("can schedule it again afterwards", async () => {
    const { id } = await schedule();
    await moderate(ada, (tx) => suspendAccount(tx, null));
    await publishAfter(HOUR);
    await database().prisma.user.update({ where: { id: ada.actor.id }, data: { suspendedAt: null } });
    const again = await changeScheduledPost(ada, { id, publish_at: inSeconds(ada, 3 * HOUR) });
    expect(again.failure).toBeNull();
    await publishAfter(3 * HOUR);
    expect(await posted()).toHaveLength(1);
  });

  test("posts to followers alone while limited, as in posting at once", async () => {
    await schedule();
    await moderate(ada, (tx) => limitAccount(tx, ada.actor.id));
    await publishAfter(HOUR);
    expect(await posted()).toMatchObject([{ audience: "FOLLOWERS" }]);
  });

  test("is one whose address is not confirmed, where that is required", async () => {
    setVariables({ REQUIRE_VERIFIED_EMAIL: "1" });
    onTestFinished(() => setVariables({ REQUIRE_VERIFIED_EMAIL: undefined }));
    await schedule();
    const data = { email: `${ada.actor.handle}@pegboard.example`, emailVerifiedAt: null };
    await database().prisma.user.update({ where: { id: ada.actor.id }, data });
    await publishAfter(HOUR);
    expect(await waiting()).toMatchObject([{ failure: { code: "email_unverified" } }]);
  });

  test("is one whose quoted post was deleted, or may not be quoted any more", async () => {
    const ben = await newPerson();
    for (const content of ["Deleted", "Withdrawn"]) {
      const quoted = await createPost(ben, { content, audience: "PUBLIC" });
      await schedule(ada, { content, quote_id: quoted.id });
      if (content === "Deleted") await deletePost(ben, quoted);
    }
    await changeAccount(ben, { quotes: "nobody" });
    await publishAfter(HOUR);
    expect(await posted()).toEqual([]);
    expect((await waiting()).map(({ failure }) => failure?.code)).toEqual(["quote_unavailable", "quote_unavailable"]);
    expect(await notified()).toHaveLength(2);
  });

  test("loses the post and its images a month later", async () => {
    const image = await newImage(ada);
    await schedule(ada, { media_ids: [image] });
    await moderate(ada, (tx) => suspendAccount(tx, null));
    await publishAfter(HOUR);
    await deleteFailedPosts(later(ada, HOUR + 29 * DAY));
    expect(await waiting()).toHaveLength(1);
    await deleteFailedPosts(later(ada, HOUR + 30 * DAY));
    expect(await waiting()).toEqual([]);
    await expect(openImage(later(ada, 31 * DAY), { id: image })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("closing an account", () => {
  test("keeps its scheduled posts for its reopening, and posts none meanwhile", async () => {
    const leaver = await newLeaver();
    await schedule(leaver, { content: "While away" });
    await schedule(leaver, { content: "Once back", publish_at: inSeconds(leaver, 3 * DAY) });
    await closeAccount(leaver, { password });
    await publishAfter(DAY);
    await reopenAccount(later(leaver, 2 * DAY), { id: leaver.actor.id });
    expect(await waiting(leaver)).toMatchObject([{ failure: { code: "account_closed" } }, { failure: null }]);
    await publishAfter(4 * DAY);
    expect((await posted(leaver)).map(({ content }) => content)).toEqual(["Once back"]);
  });

  test("deletes them with the rest", async () => {
    const leaver = await newLeaver();
    const image = await newImage(leaver);
    await schedule(leaver, { media_ids: [image], publish_at: inSeconds(leaver, 300 * DAY) });
    await closeAccount(leaver, { password });
    await finishClosings(daysAfter(leaver, REOPENING_DAYS + 1));
    expect(await database().prisma.scheduledPost.count()).toBe(0);
    expect(await database().prisma.media.findUnique({ where: { id: image } })).toMatchObject({ scheduledPostId: null });
  });
});

test("the export has scheduled posts, and the images that they keep", async () => {
  const image = await newImage(ada);
  const { id } = await schedule(ada, { media_ids: [image] });
  const { scheduledPosts, media } = await readExport(ada);
  expect(scheduledPosts).toMatchObject([{ id, content: "For later", failure: null }]);
  expect(media).toMatchObject([{ id: image, scheduledPostId: id }]);
});

/** Kills the connection of a transaction after one of its statements, as often as it is sent or `times`. */
async function crashAfter(name: string, act: () => Promise<unknown>, times = Infinity): Promise<void> {
  const query = Reflect.get(Transaction.prototype, "query");
  let kills = 0;
  const spy = vi.spyOn(Transaction.prototype, "query").mockImplementation(async function (this: Transaction, ...sent) {
    const result = await query.apply(this, sent);
    if (sent[0] === name && kills++ < times)
      await query.call(this, "tests.kill", sql`SELECT pg_terminate_backend(pg_backend_pid())`);
    return result;
  });
  await act().finally(() => spy.mockRestore());
  expect(kills).toBeGreaterThan(0);
}
