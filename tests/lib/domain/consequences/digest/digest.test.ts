import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { sendDueDigests } from "@/lib/domain/consequences/digest/due";
import {
  changeDigestSettings,
  digestToken,
  getDigestSettings,
  stopDigest,
} from "@/lib/domain/consequences/digest/settings";
import { markRead } from "@/lib/domain/consequences/notifications/unread";
import type { Context } from "@/lib/domain/kernel/context";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { likePost, unlikePost } from "@/lib/domain/writing/engagement/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { newLeaver, password } from "@/tests/lib/domain/accounts/lifecycle/leaver";
import { sendDueMail, setUpMail } from "@/tests/lib/domain/accounts/mail/mail-fixture";
import { later, newPerson } from "@/tests/support/people";

const mailbox = setUpMail();
const HOUR = 3600;
const DAY = 24 * HOUR;

let ada: Context;
let ben: Context;
beforeEach(async () => {
  await database().prisma.digest.deleteMany();
  ada = await reader();
  ben = await newPerson();
});

/** Somebody with a confirmed address. */
async function reader() {
  const person = await newPerson();
  await confirm(person);
  return person;
}

const confirm = (person: Context, at: Date | null = person.now) =>
  database().prisma.user.update({
    where: { id: person.actor.id },
    data: { email: addressOf(person), emailVerifiedAt: at },
  });

const addressOf = (person: Context) => `${person.actor.handle}@example.com`;
const hourOf = (person: Context) => (person.now.getUTCHours() + 1) % 24;
const turnOn = (person = ada) => changeDigestSettings(person, { hour: hourOf(person), time_zone: "UTC" });
const sendAfter = async (seconds: number) => {
  await sendDueDigests(later(ada, seconds));
  await sendDueMail();
};
const digestsTo = (person = ada) => mailbox.lettersTo(addressOf(person));
const postOf = (person = ada) => createPost(person, { content: "A private matter", audience: "PUBLIC" });

describe("a digest", () => {
  test("tells once a day how much its reader missed and from whom, without anybody’s words", async () => {
    await turnOn();
    const { id } = await postOf();
    await likePost(ben, { id });
    await addComment(ben, { id, content: "My secret answer" });
    await followUser(ben, { handle: ada.actor.handle });
    await sendAfter(HOUR);
    await sendAfter(HOUR + 60);
    const [letter, ...others] = digestsTo();
    expect(others).toEqual([]);
    expect(letter!.subject).toBe("You missed 1 comment or reply, 1 new follower and 1 like");
    expect(letter!.text).toContain(`1 like from @${ben.actor.handle}.`);
    expect(`${letter!.text} ${letter!.html}`).not.toMatch(/secret|private/);
    expect(letter!.link).toContain("/notifications");
  });

  test("counts what happened since the last one alone, and is not sent when nothing did", async () => {
    await turnOn();
    const { id } = await postOf();
    await likePost(ben, { id });
    await sendAfter(HOUR);
    await sendAfter(DAY + HOUR);
    expect(digestsTo()).toHaveLength(1);
    await addComment(later(ben, DAY + 2 * HOUR), { id, content: "Late" });
    await sendAfter(2 * DAY + HOUR);
    expect(digestsTo().map(({ subject }) => subject)).toEqual(["You missed 1 like", "You missed 1 comment or reply"]);
  });

  test("leaves out what was read, taken back, muted, or is of people who were blocked", async () => {
    await turnOn();
    await changeDigestSettings(ada, { kinds: { follows: false } });
    const { id } = await postOf();
    const [read, takenBack, blocked] = [await newPerson(), await newPerson(), await newPerson()];
    await likePost(read, { id });
    await markRead(ada, { all: true });
    await likePost(takenBack, { id });
    await unlikePost(takenBack, { id });
    await addComment(blocked, { id, content: "Hello" });
    await blockUser(ada, { handle: blocked.actor.handle });
    await followUser(ben, { handle: ada.actor.handle });
    await sendAfter(HOUR);
    expect(digestsTo()).toEqual([]);
  });

  test("is sent once by many workers at once, each to its own reader", async () => {
    const readers = await Promise.all(Array.from({ length: 120 }, reader));
    for (const person of readers) {
      await turnOn(person);
      await followUser(ben, { handle: person.actor.handle });
    }
    await Promise.all(Array.from({ length: 4 }, () => sendDueDigests(later(ada, HOUR))));
    const letters = await database().prisma.letter.groupBy({ by: ["userId"], where: { kind: "digest" }, _count: true });
    const ids = readers.map(({ actor }) => actor.id);
    const counts = letters.filter(({ userId }) => ids.includes(userId)).map(({ _count }) => _count);
    expect(counts).toEqual(ids.map(() => 1));
  });

  test("skips whoever is suspended or has no confirmed address, and comes again afterwards", async () => {
    await turnOn();
    const { id } = await postOf();
    const suspendedAt = (at: Date | null) =>
      database().prisma.user.update({ where: { id: ada.actor.id }, data: { suspendedAt: at } });
    await likePost(ben, { id });
    await suspendedAt(ada.now);
    await sendAfter(HOUR);
    await suspendedAt(null);
    await confirm(ada, null);
    await sendAfter(DAY + HOUR);
    expect(digestsTo()).toEqual([]);
    await confirm(ada);
    await addComment(later(ben, DAY + 2 * HOUR), { id, content: "Back" });
    await sendAfter(2 * DAY + HOUR);
    expect(digestsTo()).toHaveLength(1);
  });
});

describe("turning it on", () => {
  test("needs a confirmed address, and stores the zone", async () => {
    await confirm(ada, null);
    await expect(turnOn()).rejects.toMatchObject({ code: "conflict" });
    expect((await getDigestSettings(ada)).hour).toBeNull();
    await confirm(ada);
    expect(await changeDigestSettings(ada, { hour: 8, time_zone: "Europe/Berlin" })).toMatchObject({
      hour: 8,
      timeZone: "Europe/Berlin",
    });
    expect((await changeDigestSettings(ada, { kinds: { likes: false } })).kinds).toMatchObject({
      likes: false,
      mentions: true,
    });
    expect(await getDigestSettings(ada)).toMatchObject({ hour: 8, kinds: { likes: false } });
  });

  test("and off and on again makes no second one on the day", async () => {
    await turnOn();
    const { id } = await postOf();
    await likePost(ben, { id });
    await sendAfter(HOUR);
    await addComment(later(ben, HOUR + 60), { id, content: "More" });
    const after = later(ada, HOUR + 120);
    await changeDigestSettings(after, { hour: null });
    await changeDigestSettings(after, { hour: hourOf(after) });
    await sendAfter(3 * HOUR);
    expect(digestsTo()).toHaveLength(1);
  });
});

describe("unsubscribing", () => {
  test("is one request by the letter’s own link, however often, and nobody else’s", async () => {
    await turnOn();
    await stopDigest(ben, { token: digestToken(ada.actor.id) });
    await stopDigest(ben, { token: digestToken(ada.actor.id) });
    expect((await getDigestSettings(ada)).hour).toBeNull();
    for (const token of ["", ada.actor.id, `${ada.actor.id}.forged`, digestToken(ada.actor.id).slice(0, -1)])
      await expect(stopDigest(ben, { token })).rejects.toMatchObject({ code: "not_found" });
  });

  test("stands in the letter as RFC 8058 has it", async () => {
    await turnOn();
    const { id } = await postOf();
    await likePost(ben, { id });
    await sendAfter(HOUR);
    const [{ headers, text }] = digestsTo() as [ReturnType<typeof digestsTo>[number]];
    const header = (name: string) => headers.find(({ key }) => key === name)?.value;
    const token = digestToken(ada.actor.id);
    expect(header("list-unsubscribe")).toMatch(/^<http.*\/api\/digest\/unsubscribe\?token=.*>$/);
    expect(header("list-unsubscribe")).toContain(token);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(text).toContain(`/unsubscribe?token=${token}`);
  });

  test("closing the account ends it", async () => {
    const leaver = await newLeaver();
    await confirm(leaver);
    await turnOn(leaver);
    await closeAccount(leaver, { password });
    expect(await database().prisma.digest.count({ where: { userId: leaver.actor.id } })).toBe(0);
  });
});
