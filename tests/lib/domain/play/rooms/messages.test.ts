import { describe, expect, test } from "vitest";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { changeRoom } from "@/lib/domain/play/rooms/commands";
import { leaveRoom, removeMember } from "@/lib/domain/play/rooms/membership";
import { deleteMessage, sendMessage, addReaction, removeReaction } from "@/lib/domain/play/rooms/messages";
import { getRoom, listOlderMessages } from "@/lib/domain/play/rooms/queries";
import { MAX_MESSAGES, MAX_REACTION_KINDS, MAX_SYSTEM_MESSAGES } from "@/lib/domain/play/rooms/rules";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { isUserMessage } from "@/lib/domain/play/rooms/present";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";
import { eventsOf, roomOfTwo, snapshotOf, storedRoom } from "./people";

describe("a message", () => {
  test("has its event's sequence number, and is the same in response, event and snapshot", async () => {
    const { host, guest, code } = await roomOfTwo();
    const original = await sendMessage(host, { code, content: "Where does the ball go?" });
    const sent = await sendMessage(guest, { code, content: "Down.", replyTo: original.id });
    const event = (await eventsOf(code)).at(-1)!;
    expect({ ...event.data, seq: event.seq }).toEqual(sent);
    expect((await snapshotOf(host, code)).messages.at(-1)).toEqual(sent);
    expect(sent).toMatchObject({ replyTo: original.id, quote: { author: "Ada", content: "Where does the ball go?" } });
  });

  test("of forty concurrent ones keeps one order without gaps, in the room and its events", async () => {
    const { host, guest, code } = await roomOfTwo();
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, n) => sendMessage(n % 2 ? host : guest, { code, content: `Number ${n}` })),
    );
    const seqs = sent.map(({ seq }) => seq).toSorted((a, b) => a - b);
    expect(seqs.at(-1)! - seqs[0]!).toBe(39);
    const { messages, seq } = await snapshotOf(host, code);
    expect(messages.slice(-40).map(({ id }) => id)).toEqual(sent.toSorted((a, b) => a.seq - b.seq).map(({ id }) => id));
    expect(seq).toBe(seqs.at(-1));
    expect((await eventsOf(code)).map((event) => event.seq)).toEqual(Array.from({ length: seq }, (_, n) => n + 1));
  });

  test("is sent by members only, including one who is being removed", async () => {
    const { host, guest, code } = await roomOfTwo();
    await expect(sendMessage(await newPerson(), { code, content: "Hello?" })).rejects.toMatchObject({
      code: "forbidden",
    });
    await Promise.allSettled([
      removeMember(host, { code, userId: guest.actor.id, ban: true }),
      ...Array.from({ length: 10 }, (_, n) => sendMessage(guest, { code, content: `Last word ${n}` })),
    ]);
    const events = await eventsOf(code);
    const removal = events.findIndex(({ data }) => data.what === "removed");
    const after = events.slice(removal).filter(({ data }) => data.kind === "message");
    expect(after).toEqual([]);
  });

  test("replies only to a message of the same room", async () => {
    const { host, code } = await roomOfTwo();
    const elsewhere = await roomOfTwo();
    const { id } = await sendMessage(elsewhere.host, { code: elsewhere.code, content: "Elsewhere" });
    for (const replyTo of [id, "rmsg_none", "💥"])
      await expect(sendMessage(host, { code, content: "What?", replyTo })).rejects.toMatchObject({
        details: { issues: [{ param: "replyTo" }] },
      });
  });

  test("that mentions a member notifies them, and nobody outside the room", async () => {
    const { host, guest, code } = await roomOfTwo();
    const outsider = await newPerson();
    const content = `@${guest.actor.handle} and @${outsider.actor.handle}, look`;
    const { id, mentions } = await sendMessage(host, { code, content });
    expect(mentions).toEqual({ [guest.actor.handle]: guest.actor.handle });
    const list = async (of: typeof host) => (await listNotifications(of, { limit: 20 })).data;
    expect(await list(guest)).toMatchObject([{ type: "MENTION", preview: content, link: `/rooms/${code}#${id}` }]);
    expect(await list(outsider)).toEqual([]);
    await database().prisma.notification.updateMany({ data: { readAt: host.now } });
    await deleteMessage(host, { code, id });
    expect(await list(guest)).toMatchObject([{ preview: null }]);
  });
});

describe("a deleted message", () => {
  test("keeps its position without content, and loses its notification and pin", async () => {
    const { host, guest, code } = await roomOfTwo();
    const { id } = await sendMessage(guest, { code, content: `A secret for @${host.actor.handle}` });
    await sendMessage(host, { code, content: "Noted", replyTo: id });
    await addReaction(host, { code, id, emoji: "👍" });
    await changeRoom(host, { code, pinned: id }, {});
    await deleteMessage(host, { code, id });
    await deleteMessage(host, { code, id });
    const snapshot = await snapshotOf(guest, code);
    const message = snapshot.messages.find((of) => of.id === id)!;
    expect(message).toMatchObject({ content: "", deleted: true, reactions: {}, mentions: null });
    expect(snapshot.pinned).toBeNull();
    expect(JSON.stringify(snapshot)).not.toContain("A secret");
    expect(await database().prisma.notification.count({ where: { subjectId: id } })).toBe(0);
    const events = await eventsOf(code);
    expect(events.filter(({ event, data }) => event === "message.updated" && data.deleted)).toHaveLength(1);
    const kept = events.filter(({ event }) => event === "message");
    expect(JSON.stringify(kept)).not.toContain("A secret");
  });

  test("is deleted only by its author or the host", async () => {
    const { host, guest, code } = await roomOfTwo();
    const { id } = await sendMessage(host, { code, content: "Mine" });
    await expect(deleteMessage(guest, { code, id })).rejects.toMatchObject({ code: "forbidden" });
    await expect(deleteMessage(guest, { code, id: "rmsg_none" })).rejects.toMatchObject({ code: "not_found" });
    const [joined] = (await snapshotOf(host, code)).messages;
    await expect(deleteMessage(host, { code, id: joined!.id })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("reactions", () => {
  test("count once per person, and only changes are published", async () => {
    const { host, guest, code } = await roomOfTwo();
    const { id } = await sendMessage(host, { code, content: "Look at that bounce" });
    await Promise.all(Array.from({ length: 5 }, () => addReaction(guest, { code, id, emoji: "🎉" })));
    const { reactions } = await addReaction(later(host, 1), { code, id, emoji: "🎉" });
    expect(reactions).toEqual({ "🎉": [guest.actor.id, host.actor.id] });
    expect(await removeReaction(guest, { code, id, emoji: "🎉" })).toEqual({ reactions: { "🎉": [host.actor.id] } });
    await removeReaction(guest, { code, id, emoji: "🎉" });
    expect((await eventsOf(code)).filter(({ event }) => event === "message.updated")).toHaveLength(3);
  });

  test(`are of at most ${MAX_REACTION_KINDS} kinds per message, under concurrency`, async () => {
    const { host, guest, code } = await roomOfTwo();
    const { id } = await sendMessage(host, { code, content: "Everybody" });
    const kinds = Array.from({ length: MAX_REACTION_KINDS + 4 }, (_, n) => String.fromCodePoint(0x1f600 + n));
    const results = await Promise.allSettled(kinds.map((emoji) => addReaction(guest, { code, id, emoji })));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_REACTION_KINDS);
    const [known = ""] = kinds.filter((_, n) => results[n]?.status === "fulfilled");
    await expect(addReaction(host, { code, id, emoji: known })).resolves.toBeDefined();
  });

  test.each(["", "a", "1", "👍👍", "<b>", "\u202e", "👍\u0301\u0301", "\u20E3", "a\u20E3", "\uFE0F", "x".repeat(500)])(
    "reject %j",
    async (emoji) => {
      const { host, code } = await roomOfTwo();
      const { id } = await sendMessage(host, { code, content: "Look" });
      await expect(addReaction(host, { code, id, emoji })).rejects.toMatchObject({ code: "invalid_request" });
    },
  );

  test.each(["👍", "❤️", "👩‍👩‍👧", "🇦🇹", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "👋🏽"])("accept %s", async (emoji) => {
    const { host, code } = await roomOfTwo();
    const { id } = await sendMessage(host, { code, content: "Look" });
    expect(await addReaction(host, { code, id, emoji })).toEqual({ reactions: { [emoji]: [host.actor.id] } });
  });
});

describe("spellings of an emoji", () => {
  const VS = "\uFE0F";

  test.each([
    ["a heart", "❤", `❤${VS}`],
    ["a thumb", `👍${VS}`, "👍"],
    ["a thumb of a skin", `👍${VS}🏽`, "👍🏽"],
    ["a keycap", "1\u20E3", `1${VS}\u20E3`],
    ["a sign", "©", `©${VS}`],
    ["a sign that is a letter", "ℹ", `ℹ${VS}`],
    ["a flag", "🏳\u200D🌈", `🏳${VS}\u200D🌈`],
    ["a person with a sign", "⛹🏽\u200D♂", `⛹🏽\u200D♂${VS}`],
  ])("are one reaction: %s", async (_what, spelled, complete) => {
    const { host, guest, code } = await roomOfTwo();
    const { id } = await sendMessage(host, { code, content: "Look" });
    expect(await addReaction(host, { code, id, emoji: spelled })).toEqual({
      reactions: { [complete]: [host.actor.id] },
    });
    const both = { reactions: { [complete]: [host.actor.id, guest.actor.id] } };
    expect(await addReaction(later(guest, 1), { code, id, emoji: complete })).toEqual(both);
    expect(await addReaction(later(guest, 2), { code, id, emoji: spelled })).toEqual(both);
    await removeReaction(host, { code, id, emoji: complete });
    expect(await removeReaction(guest, { code, id, emoji: spelled })).toEqual({ reactions: {} });
  });

  test("of rows from before are counted together, each person once, and removed together", async () => {
    const { host, guest, code } = await roomOfTwo();
    const { id } = await sendMessage(host, { code, content: "Look" });
    const rows: [string, string, number][] = [
      ["❤", guest.actor.id, 1],
      ["🎉", host.actor.id, 2],
      [`❤${VS}`, host.actor.id, 3],
      [`❤${VS}`, guest.actor.id, 4],
    ];
    await database().prisma.roomReaction.createMany({
      data: rows.map(([emoji, userId, second]) => ({
        messageId: id,
        emoji,
        userId,
        createdAt: later(host, second).now,
      })),
    });
    const before = { [`❤${VS}`]: [guest.actor.id, host.actor.id], "🎉": [host.actor.id] };
    expect(await addReaction(guest, { code, id, emoji: "❤" })).toEqual({ reactions: before });
    const after = { [`❤${VS}`]: [host.actor.id], "🎉": [host.actor.id] };
    expect(await removeReaction(guest, { code, id, emoji: "❤" })).toEqual({ reactions: after });
  });
});

describe("a snapshot", () => {
  test(`contains the last ${MAX_MESSAGES} messages, ${MAX_SYSTEM_MESSAGES} of the system's at most, and pages lead to the rest`, async () => {
    const { host, code } = await roomOfTwo();
    const { id: roomId } = await storedRoom(code);
    const rows = Array.from({ length: 500 }, (_, n) => ({
      id: `rmsg_${code}${n}`,
      roomId,
      seq: 1000 + n,
      kind: n % 2 ? ("system" as const) : ("message" as const),
      userId: host.actor.id,
      content: `Number ${n}`,
      what: n % 2 ? "drop" : null,
      createdAt: host.now,
    }));
    await database().prisma.roomMessage.createMany({ data: rows });
    const { messages, hasOlder } = await snapshotOf(host, code);
    expect(messages).toHaveLength(MAX_MESSAGES);
    expect(messages.filter((message) => !isUserMessage(message))).toHaveLength(MAX_SYSTEM_MESSAGES);
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: MAX_MESSAGES }, (_, n) => 1300 + n));
    expect(hasOlder).toBe(true);
    const seen: number[] = [];
    for (let before = messages[0]!.seq; ;) {
      const page = await listOlderMessages(host, { code, before, limit: 70 });
      seen.unshift(...page.messages.map(({ seq }) => seq));
      if (!page.hasOlder) break;
      before = page.messages[0]!.seq;
    }
    const stored = await database().prisma.roomMessage.findMany({
      where: { roomId, seq: { lt: 1300 } },
      orderBy: { seq: "asc" },
    });
    expect(seen).toEqual(stored.map(({ seq }) => seq));
  });

  test("and older messages are for members only", async () => {
    const { guest, code } = await roomOfTwo();
    await leaveRoom(guest, { code });
    expect(await getRoom(guest, { code })).not.toHaveProperty("messages");
    await expect(listOlderMessages(guest, { code, before: 10, limit: 10 })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

test("messages of blocked people are collapsed for the blocker only, in quotes as well", async () => {
  const { host, guest, code } = await roomOfTwo();
  const { id } = await sendMessage(guest, { code, content: "Bad words" });
  const reply = await sendMessage(host, { code, content: "No", replyTo: id });
  expect(await snapshotOf(host, code)).toMatchObject({ blocked: [] });
  await blockUser(host, { handle: guest.actor.handle });
  expect(await snapshotOf(host, code)).toMatchObject({ blocked: [guest.actor.id] });
  expect((await snapshotOf(guest, code)).blocked).toEqual([]);
  expect(reply.quote).toMatchObject({ authorId: guest.actor.id });
});
