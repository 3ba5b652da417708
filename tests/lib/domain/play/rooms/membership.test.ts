import { describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { changeRoom, closeRoom } from "@/lib/domain/play/rooms/commands";
import { leaveRoom, removeMember } from "@/lib/domain/play/rooms/membership";
import { getRoom, listRooms } from "@/lib/domain/play/rooms/queries";
import { MAX_JOINED_ROOMS } from "@/lib/domain/play/rooms/rules";
import { liveQuery } from "@/lib/domain/consequences/live/schema";
import { database } from "@/lib/infra/database/db";
import { contend } from "@/tests/support/contention";
import { later, newPerson } from "@/tests/support/people";
import { TYPED } from "@/tests/support/typed-codes";
import { eventsOf, join, memberIds, openRoom, roomOfTwo, snapshotOf, storedRoom } from "./people";

const people = (count: number): Promise<Context[]> => Promise.all(Array.from({ length: count }, () => newPerson()));

describe("the capacity of a room", () => {
  test("admits 50 of 60 concurrent people to 50 places, and rejects 10", { timeout: 120_000 }, async () => {
    const host = await newPerson();
    const { code } = await openRoom(host, { maxMembers: 50 });
    await leaveRoom(host, { code });
    const guests = await people(60);
    const results = await contend(guests.length, (index) => join(guests[index]!, code));
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason as unknown] : []));
    expect(refused).toHaveLength(10);
    for (const reason of refused) expect(reason).toMatchObject({ code: "conflict" });
    expect(await memberIds(code)).toHaveLength(50);
    expect((await storedRoom(code)).membersCount).toBe(50);
    expect(
      (await eventsOf(code)).filter(({ event, data }) => event === "member" && data.what === "joined"),
    ).toHaveLength(51);
  });

  test("gives one membership to a person who joins ten times at once", async () => {
    const { code } = await openRoom(await newPerson());
    const guest = await newPerson();
    await Promise.all(Array.from({ length: 10 }, () => join(guest, code)));
    expect((await storedRoom(code)).membersCount).toBe(2);
    expect(await memberIds(code)).toHaveLength(2);
  });

  test("bounds the rooms of one person, under concurrency", async () => {
    const codes = await Promise.all(
      Array.from({ length: MAX_JOINED_ROOMS + 3 }, async () => (await openRoom(await newPerson())).code),
    );
    const guest = await newPerson();
    const results = await Promise.allSettled(codes.map((code) => join(guest, code)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_JOINED_ROOMS);
    expect(await database().prisma.roomMember.count({ where: { userId: guest.actor.id } })).toBe(MAX_JOINED_ROOMS);
  });
});

describe("the host", () => {
  test("is the longest-standing member once the host leaves, and the chat says so", async () => {
    const { host, guest, code } = await roomOfTwo();
    const third = await newPerson();
    await join(later(third, 5), code);
    await leaveRoom(host, { code });
    const snapshot = await snapshotOf(guest, code);
    expect(snapshot.room.host?.id).toBe(guest.actor.id);
    expect(snapshot.messages.slice(-2)).toMatchObject([
      { kind: "system", what: "left", who: { id: host.actor.id } },
      { kind: "system", what: "host", who: { id: guest.actor.id } },
    ]);
  });

  test("of an empty room is one person, however many join at once", async () => {
    const host = await newPerson();
    const { code } = await openRoom(host);
    await leaveRoom(host, { code });
    expect(await storedRoom(code)).toMatchObject({ hostId: null, emptySince: expect.any(Date) });
    const entering = await people(8);
    await Promise.all(entering.map((person) => join(person, code)));
    const { hostId, emptySince } = await storedRoom(code);
    expect(entering.map(({ actor }) => actor.id)).toContain(hostId);
    expect(emptySince).toBeNull();
    const changes = (await eventsOf(code)).filter(({ data }) => data.what === "host");
    expect(changes).toHaveLength(1);
  });

  test("who leaves together with the next in line is succeeded by the third", async () => {
    const { host, guest, code } = await roomOfTwo();
    const third = await newPerson();
    await join(third, code);
    await Promise.all([leaveRoom(host, { code }), leaveRoom(guest, { code })]);
    expect((await storedRoom(code)).hostId).toBe(third.actor.id);
    expect(await memberIds(code)).toEqual([third.actor.id]);
  });

  test("can pass the room only to a member", async () => {
    const { host, guest, code } = await roomOfTwo();
    const stranger = await newPerson();
    await expect(changeRoom(host, { code, host: stranger.actor.id }, {})).rejects.toMatchObject({
      code: "invalid_request",
      details: { issues: [{ param: "host" }] },
    });
    expect(await changeRoom(host, { code, host: guest.actor.id }, {})).toMatchObject({ host: { id: guest.actor.id } });
    await expect(changeRoom(host, { code, name: "Mine" }, {})).rejects.toMatchObject({ code: "forbidden" });
  });

  test("is the only member who can remove members, change settings and close the room", async () => {
    const { host, guest, code } = await roomOfTwo();
    for (const act of [
      () => removeMember(guest, { code, userId: host.actor.id, ban: true }),
      () => changeRoom(guest, { code, name: "Mine" }, {}),
      () => closeRoom(guest, { code }),
    ])
      await expect(act()).rejects.toMatchObject({ code: "forbidden" });
    expect(await memberIds(code)).toHaveLength(2);
  });
});

describe("a removed member", () => {
  test("can rejoin, but not after a ban, which looks like a wrong password", async () => {
    const { host, guest, code } = await roomOfTwo({ password: "brass" });
    await removeMember(host, { code, userId: guest.actor.id, ban: false });
    await join(guest, code, "brass");
    await removeMember(host, { code, userId: guest.actor.id, ban: true });
    const banned = await join(guest, code, "brass").catch((error: Error) => error);
    const wrong = await join(await newPerson(), code, "wrong").catch((error: Error) => error);
    expect(banned).toMatchObject({ code: "forbidden" });
    expect((banned as Error).message).toBe((wrong as Error).message);
    expect(wrong).toMatchObject({ code: "forbidden" });
    expect(await memberIds(code)).toEqual([host.actor.id]);
  });

  test("stays out when the ban and their return are concurrent", async () => {
    const { host, guest, code } = await roomOfTwo();
    await leaveRoom(guest, { code });
    await Promise.allSettled([
      join(guest, code),
      removeMember(host, { code, userId: guest.actor.id, ban: true }),
      join(guest, code),
    ]);
    expect(await memberIds(code)).toEqual([host.actor.id]);
    expect((await storedRoom(code)).membersCount).toBe(1);
  });
});

describe("a room", () => {
  test.each(TYPED)("is found by its code typed %s", async (_how, typed) => {
    const { code } = await roomOfTwo();
    expect(await getRoom(await newPerson(), { code: typed(code) })).toMatchObject({ code });
    expect(liveQuery.parse({ topics: `room:${typed(code)}` }).topics).toEqual([`room:${code}`]);
  });

  test("is found by its code in any case, and shows non-members only what the list shows", async () => {
    const { host, code } = await roomOfTwo({ public: false });
    const stranger = await newPerson();
    const row = await getRoom(stranger, { code: code.toLowerCase() });
    expect(Object.keys(row).toSorted()).toEqual(
      ["code", "hasPassword", "host", "lastActiveAt", "maxMembers", "members", "name"].toSorted(),
    );
    expect(row).toMatchObject({ code, members: 2, host: { id: host.actor.id } });
    for (const unknown of ["AAAAAA", "IOIOIO", "x", "💥", "../.."])
      await expect(getRoom(stranger, { code: unknown })).rejects.toMatchObject({ code: "not_found" });
  });

  test("that its host closes is gone for everybody, and its members are notified", async () => {
    const { host, guest, code } = await roomOfTwo();
    await closeRoom(host, { code });
    expect(await memberIds(code)).toEqual([]);
    for (const person of [host, guest])
      await expect(getRoom(person, { code })).rejects.toMatchObject({ code: "not_found" });
    expect((await eventsOf(code)).at(-1)).toMatchObject({ event: "closed" });
  });

  test("is listed if it is public, by latest activity, without duplicates over pages", async () => {
    const host = await newPerson({ now: new Date("2040-01-01T00:00:00Z") });
    const other = await newPerson();
    const opened: string[] = [];
    for (let n = 0; n < 5; n++)
      opened.push((await openRoom(later(n < 3 ? host : { ...other, now: host.now }, n), {})).code);
    await openRoom(later(host, 60), { public: false, name: "Hidden" });
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await listRooms(host, { limit: 2, cursor });
      seen.push(...page.data.map(({ code }) => code));
      if (page.nextCursor === null || seen.length > 100) break;
      cursor = page.nextCursor;
    }
    expect(seen.filter((code) => opened.includes(code))).toEqual(opened.toReversed());
    expect(new Set(seen).size).toBe(seen.length);
    const hidden = await database().prisma.room.findFirstOrThrow({ where: { name: "Hidden" } });
    expect(seen).not.toContain(hidden.code);
  });
});
