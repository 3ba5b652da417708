import { describe, expect, test } from "vitest";
import { initialRoomState, reduceRoom, type RoomEvent } from "@/components/rooms/room-state";
import { MAX_MESSAGES, MAX_SYSTEM_MESSAGES, TYPING_SHOWN_MS } from "@/lib/domain/play/rooms/rules";
import { ada, ben, happened, hear, ids, memberEvent, messageEvent, person, room, said, snapshot } from "./made-up-room";

describe("events", () => {
  test("are applied once and in order: a known one changes nothing, a missing one requests the snapshot", () => {
    const first = hear(room([said(1)]), messageEvent(said(2)));
    expect(ids(first)).toEqual(["m1", "m2"]);
    expect(hear(first, messageEvent(said(2)), messageEvent(said(1)))).toEqual(first);
    const gap = hear(first, messageEvent(said(4)));
    expect(gap).toEqual({ ...first, stale: true });
    const whole = reduceRoom(gap, { type: "snapshot", snapshot: snapshot([said(1), said(2), said(3), said(4)]) });
    expect(whole).toMatchObject({ stale: false, seq: 4 });
    expect(ids(whole)).toEqual(["m1", "m2", "m3", "m4"]);
  });

  test("that arrive after a snapshot was requested are not reverted by it", () => {
    const state = hear(room([said(1)]), messageEvent(said(2)));
    expect(reduceRoom(state, { type: "snapshot", snapshot: snapshot([said(1)]) })).toEqual(state);
  });

  test("a reset requests the snapshot", () => {
    expect(hear(room(), { event: "reset", data: {} }).stale).toBe(true);
  });
});

describe("the page keeps", () => {
  test(`${MAX_MESSAGES} messages and ${MAX_SYSTEM_MESSAGES} system messages, and drops the oldest`, () => {
    let state = room();
    for (let seq = 1; seq <= 700; seq++) state = hear(state, messageEvent(seq % 2 ? said(seq) : happened(seq)));
    const kinds = {
      message: state.messages.filter(({ kind }) => kind === "message"),
      system: state.messages.filter(({ kind }) => kind === "system"),
    };
    expect(kinds.message).toHaveLength(MAX_MESSAGES);
    expect(kinds.system).toHaveLength(MAX_SYSTEM_MESSAGES);
    expect(state.messages.at(-1)?.seq).toBe(700);
    expect(kinds.system[0]?.seq).toBe(502);
    expect(kinds.message[0]?.seq).toBe(301);
    expect(state.hasOlder).toBe(true);
  });

  test("the older ones after scrolling up, and gets the newest back with the snapshot", () => {
    const newest = Array.from({ length: MAX_MESSAGES }, (_, n) => said(101 + n));
    const page = { messages: Array.from({ length: 50 }, (_, n) => said(51 + n)), hasOlder: true };
    const up = reduceRoom(room(newest), { type: "older", page });
    expect(up.messages).toHaveLength(MAX_MESSAGES);
    expect([up.messages[0]?.seq, up.messages.at(-1)?.seq]).toEqual([51, 250]);
    expect(up).toMatchObject({ hasNewer: true, hasOlder: true });
    const live = hear(up, messageEvent(said(301)));
    expect(ids(live)).toEqual(ids(up));
    expect(live.seq).toBe(301);
    const newer = snapshot([...newest, said(301)].slice(1));
    expect(ids(reduceRoom(live, { type: "snapshot", snapshot: newer }))).toEqual(ids(up));
    const back = reduceRoom(live, { type: "snapshot", snapshot: newer, toNewest: true });
    expect(back).toMatchObject({ hasNewer: false, seq: 301 });
    expect(back.messages.at(-1)?.id).toBe("m301");
  });

  test("fewer than the limit without dropping any", () => {
    const page = { messages: [said(1), said(2)], hasOlder: false };
    expect(reduceRoom(room([said(3)]), { type: "older", page })).toMatchObject({ hasNewer: false, hasOlder: false });
  });
});

describe("a message that this page sends", () => {
  const message = { key: "k1", content: "Number 1", replyTo: null };
  const sending = reduceRoom(room(), { type: "send", message });

  test("is shown once, whether its response or its event arrives first", () => {
    const mine = said(1, { author: ada });
    const answered = reduceRoom(sending, { type: "sent", key: "k1", message: mine });
    expect([ids(answered), answered.pending]).toEqual([["m1"], []]);
    expect(ids(hear(answered, messageEvent(mine)))).toEqual(["m1"]);
    const heard = hear(sending, messageEvent(mine));
    expect(ids(reduceRoom(heard, { type: "sent", key: "k1", message: mine }))).toEqual(["m1"]);
  });

  test("does not hide events that arrive after its response", () => {
    const answered = reduceRoom(sending, { type: "sent", key: "k1", message: said(2, { author: ada }) });
    expect(ids(hear(answered, messageEvent(said(1)), messageEvent(said(2))))).toEqual(["m1", "m2"]);
  });

  test("stays when it failed, is tried again under the same key, and can be thrown away", () => {
    const failure = { message: "You are offline." };
    const failed = reduceRoom(sending, { type: "failed", key: "k1", failure });
    expect(failed.pending).toEqual([{ ...message, failure }]);
    const again = reduceRoom(failed, { type: "send", message });
    expect(again.pending).toEqual([{ ...message, failure: null }]);
    expect(reduceRoom(failed, { type: "snapshot", snapshot: snapshot([said(1)]) }).pending).toEqual(failed.pending);
    expect(reduceRoom(failed, { type: "discard", key: "k1" }).pending).toEqual([]);
  });
});

describe("a deleted message", () => {
  test("loses its content and reactions everywhere: in its place, above replies and as the pinned one", () => {
    const original = said(1, { reactions: { "👍": ["ada"] } });
    const reply = said(2, { replyTo: "m1", quote: { author: "BEN", content: "Number 1" } });
    const before = { ...room([original, reply]), pinned: original };
    const after = hear(before, { event: "message.updated", seq: 3, data: { id: "m1", deleted: true, reactions: {} } });
    expect(after.messages).toMatchObject([{ content: "", deleted: true, reactions: {} }, { quote: null }]);
    expect(after.pinned).toMatchObject({ content: "", deleted: true });
    expect(JSON.stringify(after)).not.toContain("Number 1");
  });
});

describe("members", () => {
  test("join, leave, go away and come back, and the room counts them", () => {
    const cy = person("cy");
    const joined = hear(room(), memberEvent(1, cy, "joined"));
    expect(joined.members.map(({ user }) => user.id)).toEqual(["ada", "ben", "cy"]);
    expect(joined.room.members).toBe(3);
    const away = hear(joined, memberEvent(2, ben, "away"));
    expect(away.members.map((of) => of.away)).toEqual([false, true, false]);
    const back = hear(away, memberEvent(3, ben, "back"), memberEvent(4, cy, "left"));
    expect(back.members).toEqual(room().members);
    expect(back.end).toBeNull();
  });

  test.each([
    ["removed", "removed"],
    ["left", "left"],
  ])("a viewer who was %s is no longer in the room", (what, end) => {
    expect(hear(room(), memberEvent(1, ada, what)).end).toBe(end);
  });

  test("a viewer of a closed room is no longer in it", () => {
    expect(hear(room(), { event: "closed", seq: 1, data: {} }).end).toBe("closed");
  });

  test("are shown as typing for a while, until they post or leave, but never the viewer", () => {
    const typing: RoomEvent = { event: "typing", data: { user: ben } };
    const state = hear(room(), typing, typing, { event: "typing", data: { user: ada } });
    expect(state.typing.map(({ user }) => user.id)).toEqual(["ben"]);
    expect(reduceRoom(state, { type: "tick", now: TYPING_SHOWN_MS - 1 })).toBe(state);
    expect(reduceRoom(state, { type: "tick", now: TYPING_SHOWN_MS }).typing).toEqual([]);
    expect(hear(state, messageEvent(said(1))).typing).toEqual([]);
    expect(hear(state, memberEvent(1, ben, "removed")).typing).toEqual([]);
  });
});

test("settings, host and pinned message follow the host's changes", () => {
  const changed = { ...snapshot().room, name: "Loft", host: ben };
  const state = hear(room([said(1)]), { event: "room", seq: 2, data: { room: changed, pinned: said(1) } });
  expect(state.room).toMatchObject({ name: "Loft", host: { id: "ben" }, members: 2 });
  expect(state.pinned?.id).toBe("m1");
});

test("the people whom the viewer has blocked are known from the snapshot, and their typing is not shown", () => {
  const state = initialRoomState({ ...snapshot([said(1)]), blocked: [ben.id] }, ada.id);
  expect(state.blocked.has(ben.id)).toBe(true);
  expect(hear(state, { event: "typing", data: { user: ben } }).typing).toEqual([]);
  expect(hear(state, { event: "typing", data: { user: person("cleo") } }).typing).toHaveLength(1);
  const unblocked = reduceRoom(state, { type: "snapshot", snapshot: snapshot([said(1)]) });
  expect(unblocked.blocked.size).toBe(0);
});
