import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { endAllSessions, endOwnSession } from "@/lib/domain/accounts/users/sessions";
import { notifyFromPlatform } from "@/lib/domain/consequences/notifications/commands";
import { muteConversation } from "@/lib/domain/consequences/notifications/conversations";
import { changeNotificationSettings } from "@/lib/domain/consequences/notifications/settings";
import { markRead } from "@/lib/domain/consequences/notifications/unread";
import { subscribe, unsubscribe } from "@/lib/domain/consequences/push/commands";
import { getPushSubscription } from "@/lib/domain/consequences/push/queries";
import { ATTEMPT_SCHEDULE_SECONDS, FAILING_KEPT_MS, LEASE_MS, MAX_WAITING } from "@/lib/domain/consequences/push/rules";
import { claimPushes } from "@/lib/domain/consequences/push/queue";
import { applicationServerKey } from "@/lib/domain/consequences/push/vapid";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { followUser } from "@/lib/domain/people/graph/commands";
import { blockUser, muteUser } from "@/lib/domain/people/safety/commands";
import { muteWord } from "@/lib/domain/people/safety/words";
import { sendMessage } from "@/lib/domain/play/rooms/messages";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { likePost, unlikePost } from "@/lib/domain/writing/engagement/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { editPost } from "@/lib/domain/writing/posts/editing";
import { schedulePost } from "@/lib/domain/writing/scheduled/commands";
import { publishDuePosts } from "@/lib/domain/writing/scheduled/due";
import { database } from "@/lib/infra/database/db";
import { platformContext } from "@/lib/queue/platform";
import { join, openRoom } from "@/tests/lib/domain/play/rooms/people";
import { later, newPerson } from "@/tests/support/people";
import { newDevice, onDevice, passTime, pushDue, signIn, subscriptions, usePush, waiting } from "./fixture";
import { newBrowser, type TestBrowser, verifyVapid } from "./push-service";

const push = usePush();

let service: Awaited<ReturnType<typeof push.service>>;
let ada: Context;
let ben: Context;
let browser: TestBrowser;
let post: { id: string };
beforeEach(async () => {
  service = await push.service();
  ({ ctx: ada, browser } = await newDevice(service));
  ben = await newPerson({ name: "Ben" });
  post = await createPost(ada, { content: "Hello", audience: "PUBLIC" });
});

const mention = (content = "look", audience: "PUBLIC" | "FOLLOWERS" = "PUBLIC") =>
  createPost(ben, { content: `@${ada.actor.handle} ${content}`, audience });
const sent = (to = browser) => service.sentTo(to);

describe("a notification", () => {
  test("is pushed to each browser of an account once, encrypted and signed", async () => {
    const phone = await onDevice(ada, service);
    await mention();
    await Promise.all([pushDue(), pushDue(), pushDue()]);
    for (const device of [browser, phone.browser])
      expect(sent(device)).toEqual([
        {
          id: expect.stringMatching(/^ntf_/),
          title: "Ben mentioned you",
          body: `@${ada.actor.handle} look`,
          url: expect.stringMatching(/^\/posts\/post_/),
          tag: expect.stringMatching(/^ntf_/),
          badge: 1,
        },
      ]);
    const { headers } = service.arrivals[0]!;
    expect(headers).toMatchObject({ ttl: "86400", urgency: "normal", "content-encoding": "aes128gcm" });
    expect(headers.topic).toMatch(/^[\w-]{32}$/);
    const claims = await verifyVapid(headers, applicationServerKey()!);
    expect(claims).toMatchObject({ aud: new URL(service.url).origin, sub: "https://pegboard.example" });
    expect(claims.exp! - Date.now() / 1000).toBeLessThanOrEqual(86_400);
    expect(await waiting()).toEqual([]);
  });

  test("of the same kind about the same post replaces the one before", async () => {
    await likePost(ben, post);
    await likePost(await newPerson({ name: "Cleo" }), post);
    await pushDue();
    const [first, second] = sent();
    expect([first?.title, second?.title].toSorted()).toEqual(["Ben liked your post", "Cleo liked your post"]);
    expect(first?.tag).toBe(second?.tag);
    const topics = service.arrivals.map(({ headers }) => headers.topic);
    expect(topics[0]).toBe(topics[1]);
  });

  test("of the platform is pushed in the site's name, whatever is turned off", async () => {
    await inTransaction(ben, (tx) =>
      notifyFromPlatform(tx, { userIds: [ada.actor.id], subjectId: "s", preview: "A word", link: "/settings" }),
    );
    await pushDue();
    expect(sent()).toMatchObject([{ title: "Pegboard", body: "A word", url: "/settings" }]);
  });

  test("is not pushed of a kind that is off on the site, or off for push, also meanwhile", async () => {
    await changeNotificationSettings(ada, { site: { likes: false }, push: { follows: false } });
    await likePost(ben, post);
    await followUser(ben, { handle: ada.actor.handle });
    expect(await waiting()).toEqual([]);
    await mention();
    await changeNotificationSettings(ada, { push: { mentions: false } });
    await pushDue();
    expect(sent()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test("is pushed as it is when it is sent", async () => {
    const { id } = await mention();
    await editPost(ben, { id, content: `@${ada.actor.handle} see` });
    await pushDue();
    expect(sent()).toMatchObject([{ body: `@${ada.actor.handle} see` }]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["was read", () => markRead(ada, { all: true })],
    ["was taken back", () => unlikePost(ben, post)],
    ["is by somebody blocked", () => blockUser(ada, { handle: ben.actor.handle })],
    ["is by somebody muted", () => muteUser(ada, { handle: ben.actor.handle })],
    ["is about a post that was deleted", () => deletePost(ada, post)],
    ["is in a conversation that was muted", () => muteConversation(ada, post)],
    ["is for somebody suspended", () => change({ suspendedAt: ada.now })],
    ["is for a browser that signed out", () => endOwnSession(ada, { id: ada.session!.id })],
    ["is for an account that was signed out everywhere", () => endAllSessions(ada)],
    ["is for a session that expired", () => expireSessions()],
    ["is for a browser that unsubscribed", () => unsubscribe(ada)],
    ["is by somebody limited, who is not followed", () => change({ limitedAt: ada.now }, ben)],
  ])("that %s meanwhile is not pushed", async (_, meanwhile) => {
    await likePost(ben, post);
    expect(await waiting()).toHaveLength(1);
    await meanwhile();
    await pushDue();
    expect(service.arrivals).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test("is not pushed to an account that was closed, whose browsers are forgotten", async () => {
    const { ctx } = await onDevice(await newPerson(), service);
    const own = await createPost(ctx, { content: "Hello", audience: "PUBLIC" });
    await likePost(ben, own);
    await closeAccount({ ...ctx, session: { ...ctx.session!, provenAt: new Date() } }, {});
    await pushDue();
    expect(service.arrivals).toEqual([]);
    expect(await subscriptions(ctx)).toBe(0);
  });

  test("that a muted word hides is not pushed", async () => {
    await muteWord(ada, { phrase: "spoiler" });
    await mention("spoiler");
    await pushDue();
    expect(sent()).toEqual([]);
  });

  const change = (data: object, whose = ada) => database().prisma.user.update({ where: { id: whose.actor.id }, data });
  const expireSessions = () =>
    database().prisma.session.updateMany({ where: { userId: ada.actor.id }, data: { expiresAt: ada.now } });
});

describe("words", () => {
  test("of posts for followers and of rooms are pushed only where that was chosen", async () => {
    const open = await onDevice(ada, service, { showsPrivate: true });
    await followUser(ada, { handle: ben.actor.handle });
    await mention("in confidence", "FOLLOWERS");
    const { code } = await openRoom(ben);
    await join(ada, code);
    await sendMessage(ben, { code, content: `@${ada.actor.handle} on stage` });
    await pushDue();
    const bodies = (of: TestBrowser) =>
      sent(of)
        .map(({ body }) => body)
        .toSorted();
    expect(bodies(browser)).toEqual(["In a room", "On a post that isn’t public"]);
    expect(bodies(open.browser)).toEqual([`@${ada.actor.handle} in confidence`, `@${ada.actor.handle} on stage`]);
  });

  test("of a scheduled post that could not be posted are pushed only where that was chosen", async () => {
    const open = await onDevice(ada, service, { showsPrivate: true });
    const quoted = await createPost(ben, { content: "To be quoted", audience: "PUBLIC" });
    const publish_at = new Date(ada.now.getTime() + 10 * MINUTE_MS);
    await schedulePost(ada, { content: "A secret", audience: "PRIVATE", quote_id: quoted.id, publish_at });
    await deletePost(ben, quoted);
    await publishDuePosts(later(ada, 900));
    await pushDue();
    expect(sent()).toMatchObject([{ body: "A scheduled post couldn’t go out." }]);
    expect(JSON.stringify(sent())).not.toContain("secret");
    expect(sent(open.browser)).toMatchObject([{ body: expect.stringContaining("A secret") }]);
  });

  test("of a comment on a post for followers are its words", async () => {
    const own = await createPost(ada, { content: "Between us", audience: "FOLLOWERS" });
    await followUser(ben, { handle: ada.actor.handle });
    await addComment(ben, { ...own, content: "A secret" });
    await pushDue();
    expect(sent().map(({ body }) => body)).toContain("On a post that isn’t public");
    expect(JSON.stringify(sent())).not.toContain("secret");
  });
});

describe("a subscription", () => {
  test("replaces the one of its session, and keeps what was chosen unless told", async () => {
    await subscribe(ada, { ...browser.subscription, shows_private: true });
    const renewed = newBrowser(service.url);
    await subscribe(ada, renewed.subscription);
    expect(await getPushSubscription(ada)).toEqual({ showsPrivate: true });
    await likePost(ben, post);
    await pushDue();
    expect([sent().length, sent(renewed).length]).toEqual([0, 1]);
  });

  test("of a browser ends when somebody else signs in with it, also for two at once", async () => {
    const [cleo, dora] = [await signIn(await newPerson()), await signIn(await newPerson())];
    await subscribe(ada, { ...browser.subscription, shows_private: true });
    await Promise.all([subscribe(cleo, browser.subscription), subscribe(dora, browser.subscription)]);
    expect(await subscriptions(ada, cleo, dora)).toBe(1);
    expect(await getPushSubscription(ada)).toBeNull();
    const [last] = (await Promise.all([cleo, dora].map(getPushSubscription))).filter((found) => found !== null);
    expect(last, "what its predecessor chose is theirs alone").toEqual({ showsPrivate: false });
  });

  test("stores neither the browser's address nor its keys in the clear", async () => {
    const stored = JSON.stringify(await database().prisma.pushSubscription.findMany());
    for (const secret of [browser.subscription.endpoint, ...Object.values(browser.subscription.keys)])
      expect(stored).not.toContain(secret);
  });

  test("cannot outlive the session that ends at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const ctx = await signIn(ada);
      await Promise.allSettled([subscribe(ctx, newBrowser(service.url).subscription), endAllSessions(ctx)]);
      expect(await subscriptions(ctx)).toBe(0);
    }
  });

  test.each([404, 410])("that its push service answers with %d ends, and the others do not", async (status) => {
    const gone = await push.service(() => ({ status }));
    const phone = await onDevice(ada, gone);
    await likePost(ben, post);
    await pushDue();
    expect(await getPushSubscription(phone.ctx)).toBeNull();
    expect(sent()).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  test("to which nothing arrives for a week ends, and one whose service was away for less does not", async () => {
    await database().prisma.pushSubscription.deleteMany();
    const broken = await push.service(() => ({ status: 400 }));
    const phone = await onDevice(ada, broken);
    await mention();
    await pushDue();
    await mention();
    await pushDue();
    expect(await getPushSubscription(phone.ctx)).not.toBeNull();
    await database().prisma.$executeRaw`
      UPDATE "PushSubscription" SET "failingSince" = "failingSince" - ${FAILING_KEPT_MS} * interval '1 millisecond'`;
    await mention();
    await pushDue();
    expect(await getPushSubscription(phone.ctx)).toBeNull();
  });
});

describe("a push that fails", () => {
  test.each([429, 500, 503])("with %d is sent again on a schedule, and dropped at its end", async (status) => {
    const failing = await push.service(() => ({ status }));
    await onDevice(ada, failing);
    await likePost(ben, post);
    for (const seconds of [...ATTEMPT_SCHEDULE_SECONDS, 0]) {
      await passTime(seconds * 1300);
      await pushDue();
    }
    expect(failing.arrivals).toHaveLength(ATTEMPT_SCHEDULE_SECONDS.length);
    expect(await waiting()).toEqual([]);
  });

  test("waits as long as its service asks, within bounds", async () => {
    const busy = await push.service(() => ({ status: 429, headers: { "Retry-After": "86400" } }));
    await onDevice(ada, busy);
    await likePost(ben, post);
    await pushDue();
    const [{ dueAt } = { dueAt: new Date(0) }] = await waiting();
    const waitSeconds = (dueAt.getTime() - Date.now()) / 1000;
    expect(waitSeconds).toBeGreaterThan(50);
    expect(waitSeconds).toBeLessThanOrEqual(60);
  });

  test.each([400, 413, 403])("with %d is not sent again", async (status) => {
    const refusing = await push.service(() => ({ status }));
    await onDevice(ada, refusing);
    await likePost(ben, post);
    await pushDue();
    expect(refusing.arrivals).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  test("is sent again after a crash between its claim and its settlement, once the claim ends", async () => {
    await likePost(ben, post);
    const claim = { limit: 10, sending: new Map<string, number>(), after: "" };
    expect(await claimPushes(platformContext(), claim)).toHaveLength(1);
    await pushDue();
    expect(sent()).toEqual([]);
    await passTime(LEASE_MS);
    await pushDue();
    expect(sent()).toHaveLength(1);
  });
});

describe("quiet hours", () => {
  const hourNow = () => new Date().getUTCHours();

  test("hold back what would be pushed until their end", async () => {
    const quiet_hours = { from: hourNow(), until: (hourNow() + 2) % 24 };
    await changeNotificationSettings(ada, { quiet_hours, time_zone: "UTC" });
    await likePost(ben, post);
    await pushDue();
    expect(sent()).toEqual([]);
    const [{ dueAt, attempts } = { dueAt: new Date(0), attempts: 1 }] = await waiting();
    expect([dueAt.getUTCHours(), dueAt.getUTCMinutes(), attempts]).toEqual([quiet_hours.until, 0, 0]);
    await changeNotificationSettings(ada, { quiet_hours: null });
    await passTime(3 * 3_600_000);
    await pushDue();
    expect(sent()).toHaveLength(1);
  });

  test("are in the person's time zone", async () => {
    await changeNotificationSettings(ada, {
      quiet_hours: { from: hourNow(), until: (hourNow() + 1) % 24 },
      time_zone: "Asia/Tokyo",
    });
    await likePost(ben, post);
    await pushDue();
    expect(sent()).toHaveLength(1);
  });
});

test("of many that wait for one browser, the newest are pushed", async () => {
  const posts = await Promise.all(
    Array.from({ length: MAX_WAITING + 5 }, () => createPost(ada, { content: "Hello", audience: "PUBLIC" })),
  );
  const fans = await Promise.all(posts.map(() => newPerson()));
  for (const [index, fan] of fans.entries()) await likePost(fan, posts[index]!);
  await pushDue();
  expect(sent()).toHaveLength(MAX_WAITING);
  expect(sent().map(({ url }) => url)).not.toContain(`/posts/${posts[0]!.id}`);
  expect(sent().map(({ url }) => url)).toContain(`/posts/${posts.at(-1)!.id}`);
});
