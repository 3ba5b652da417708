import { beforeEach, describe, expect, test } from "vitest";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { notifyFromPlatform } from "@/lib/domain/consequences/notifications/commands";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { NOTIFICATION_KINDS, type NotificationKind } from "@/lib/domain/consequences/notifications/rules";
import { notificationSettingsChange } from "@/lib/domain/consequences/notifications/schema";
import { changeNotificationSettings, getNotificationSettings } from "@/lib/domain/consequences/notifications/settings";
import { followUser } from "@/lib/domain/people/graph/commands";
import { challengeUser } from "@/lib/domain/play/duels/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { likePost, repostPost } from "@/lib/domain/writing/engagement/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { announce, namesIn, newListener } from "@/tests/lib/domain/consequences/incoming/listening";
import { newPerson } from "@/tests/support/people";

let ada: Context;
let ben: Context;
let post: { id: string };
beforeEach(async () => {
  [ada, ben] = [await newPerson(), await newPerson()];
  post = await createPost(ada, { content: "Hello", audience: "PUBLIC" });
});

const types = async (as: Context) => (await listNotifications(as, { limit: 50 })).data.map(({ type }) => type);
const turn = (as: Context, on: boolean, ...kinds: NotificationKind[]) =>
  changeNotificationSettings(as, { site: Object.fromEntries(kinds.map((kind) => [kind, on])) });

/** Everything that `by` can do to Ada, an act of each kind. */
async function actOfEachKind(by: Context): Promise<void> {
  await likePost(by, post);
  await repostPost(by, post);
  await createPost(by, { content: "Look", audience: "PUBLIC", quote_id: post.id });
  await followUser(by, { handle: ada.actor.handle });
  await addComment(by, { ...post, content: "Nice" });
  await createPost(by, { content: `Hello @${ada.actor.handle}`, audience: "PUBLIC" });
  await challengeUser(by, { game: "duel", opponent: ada.actor.handle });
}

describe("a kind of notifications that is off", () => {
  test("notifies of nothing, and the others as before", async () => {
    await turn(ada, false, "likes", "comments", "duels");
    await actOfEachKind(ben);
    expect(new Set(await types(ada))).toEqual(new Set(["REPOST", "QUOTE", "FOLLOW", "MENTION"]));
    await turn(ada, true, "likes");
    await turn(ada, false, ...NOTIFICATION_KINDS.filter((kind) => kind !== "likes"));
    await actOfEachKind(await newPerson());
    expect((await types(ada)).length, "what was notified before stays").toBe(5);
  });

  test("turns off every kind, and never what the platform says", async () => {
    await turn(ada, false, ...NOTIFICATION_KINDS);
    await actOfEachKind(ben);
    await inTransaction(ben, (tx) =>
      notifyFromPlatform(tx, { userIds: [ada.actor.id], subjectId: "s", preview: "A word", link: "/settings" }),
    );
    expect(await types(ada)).toEqual(["SYSTEM"]);
  });

  test("leaves an act that another kind notifies of as well to that one", async () => {
    const content = `@${ada.actor.handle} look`;
    await turn(ada, false, "mentions");
    await addComment(ben, { ...post, content });
    expect(await types(ada)).toEqual(["COMMENT"]);
    await turn(ada, true, "mentions");
    await turn(ada, false, "quotes", "comments");
    await createPost(ben, { content, audience: "PUBLIC", quote_id: post.id });
    await addComment(ben, { ...post, content });
    expect(await types(ada)).toEqual(["MENTION", "MENTION", "COMMENT"]);
  });

  test("changes no event of what others do", async () => {
    const { ctx: owner } = await newListener(["incoming.*"]);
    await turn(owner, false, ...NOTIFICATION_KINDS);
    const own = await createPost(owner, { content: "Hello", audience: "PUBLIC" });
    await likePost(ben, own);
    await addComment(ben, { ...own, content: `@${owner.actor.handle} look` });
    await announce(owner);
    expect(new Set(await namesIn(owner))).toEqual(
      new Set(["post.created", "incoming.like", "incoming.comment", "incoming.mention"]),
    );
    expect(await types(owner)).toEqual([]);
  });

  test("is changed by itself, once for two at once", async () => {
    const kinds = [...NOTIFICATION_KINDS];
    expect(Object.values((await getNotificationSettings(ada)).site)).toEqual(kinds.map(() => true));
    await Promise.all(kinds.flatMap((kind) => [turn(ada, false, kind), turn(ada, false, kind)]));
    expect(Object.values((await getNotificationSettings(ada)).site)).toEqual(kinds.map(() => false));
    expect((await turn(ada, true, "likes")).site).toMatchObject({ likes: true, follows: false });
    expect((await changeNotificationSettings(ada, { site: {} })).site.likes).toBe(true);
    expect((await changeNotificationSettings(ada, { time_zone: "Europe/Berlin" })).timeZone).toBe("Europe/Berlin");
    expect(await changeNotificationSettings(ada, {})).toMatchObject({
      timeZone: "Europe/Berlin",
      site: { likes: true },
    });
    expect((await getNotificationSettings(ben)).site.follows).toBe(true);
  });
});

describe("what is pushed", () => {
  test("is chosen kind by kind, apart from what the site shows", async () => {
    expect((await getNotificationSettings(ada)).push).toEqual((await getNotificationSettings(ada)).site);
    const { site, push } = await changeNotificationSettings(ada, { push: { likes: false }, site: { duels: false } });
    expect([site.likes, site.duels, push.likes, push.duels]).toEqual([true, false, false, true]);
    expect((await changeNotificationSettings(ada, { push: { likes: true } })).push.likes).toBe(true);
  });

  test("waits in quiet hours, which are two different hours or none, and stay unless they are given", async () => {
    expect((await getNotificationSettings(ada)).quietHours).toBeNull();
    await changeNotificationSettings(ada, { quiet_hours: { from: 22, until: 7 } });
    expect((await changeNotificationSettings(ada, { push: {} })).quietHours).toEqual({ from: 22, until: 7 });
    expect((await changeNotificationSettings(ada, { quiet_hours: null })).quietHours).toBeNull();
    for (const quiet_hours of [{ from: 7, until: 7 }, { from: -1, until: 24 }, { from: 1.5, until: 2 }, { from: 1 }])
      expect(notificationSettingsChange.safeParse({ quiet_hours }).success).toBe(false);
  });
});
