import { describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { closeRoom } from "@/lib/domain/play/rooms/commands";
import { deleteClosedRooms, noteReaders, roomTopics, updatePresence } from "@/lib/domain/play/rooms/presence";
import { leaveRoom, removeMember } from "@/lib/domain/play/rooms/membership";
import { getRoom } from "@/lib/domain/play/rooms/queries";
import { CLOSED_ROOM_RETENTION_DAYS } from "@/lib/domain/play/rooms/rules";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";
import { eventsOf, memberIds, openRoom, roomOfTwo, snapshotOf, storedRoom } from "./people";

const MINUTE = 60;
const reader = ({ actor }: Context, code: string) => ({ userId: actor.id, code });
const whatHappened = async (code: string) =>
  (await eventsOf(code)).flatMap(({ event, data }) => (event === "member" ? [data.what] : []));

describe("a member without a stream", () => {
  test("is away after two minutes, back with the next stream, and removed after half an hour", async () => {
    const { host, guest, code } = await roomOfTwo();
    await noteReaders(later(host, 100), [reader(host, code)]);
    await updatePresence(later(host, 2 * MINUTE + 1));
    expect((await snapshotOf(host, code)).members.map(({ away }) => away)).toEqual([false, true]);
    await noteReaders(later(host, 3 * MINUTE), [reader(host, code), reader(guest, code)]);
    expect((await snapshotOf(host, code)).members.map(({ away }) => away)).toEqual([false, false]);
    await noteReaders(later(host, 32 * MINUTE), [reader(host, code)]);
    await updatePresence(later(host, 33 * MINUTE - 1));
    expect(await memberIds(code)).toHaveLength(2);
    await updatePresence(later(host, 33 * MINUTE + 1));
    expect(await memberIds(code)).toEqual([host.actor.id]);
    expect(await whatHappened(code)).toEqual(["joined", "joined", "away", "back", "away", "left"]);
  });

  test("is marked once, however many instances run the job", async () => {
    const { host, code } = await roomOfTwo();
    const ctx = later(host, 5 * MINUTE);
    await Promise.all(Array.from({ length: 6 }, () => updatePresence(ctx)));
    expect((await whatHappened(code)).filter((what) => what === "away")).toHaveLength(2);
    await Promise.all(Array.from({ length: 6 }, () => noteReaders(ctx, [reader(host, code)])));
    expect((await whatHappened(code)).filter((what) => what === "back")).toHaveLength(1);
  });

  test("who closes their account leaves every room at once", async () => {
    const { host, guest, code } = await roomOfTwo();
    const passwordHash = await hashPassword(host, "four words make one");
    await database().prisma.user.update({ where: { id: host.actor.id }, data: { passwordHash } });
    await closeAccount(host, { password: "four words make one" });
    expect(await memberIds(code)).toEqual([guest.actor.id]);
    expect((await storedRoom(code)).hostId).toBe(guest.actor.id);
  });
});

describe("an empty room", () => {
  test("is closed after an hour, unless somebody joins or it is permanent", async () => {
    const host = await newPerson();
    const [empty, permanent] = [await openRoom(host), await openRoom(host)];
    await database().prisma.room.update({ where: { code: permanent.code }, data: { permanent: true } });
    for (const { code } of [empty, permanent]) await leaveRoom(host, { code });
    await updatePresence(later(host, 59 * MINUTE));
    expect((await storedRoom(empty.code)).closedAt).toBeNull();
    await updatePresence(later(host, 61 * MINUTE));
    await expect(getRoom(host, { code: empty.code })).rejects.toMatchObject({ code: "not_found" });
    await expect(getRoom(host, { code: permanent.code })).resolves.toMatchObject({ members: 0, host: null });
  });

  test("that is permanent keeps its host, who is shown as away", async () => {
    const { host, guest, code } = await roomOfTwo();
    await database().prisma.room.update({ where: { code }, data: { permanent: true } });
    await updatePresence(later(host, 5 * MINUTE));
    await updatePresence(later(host, 40 * MINUTE));
    expect(await memberIds(code)).toEqual([host.actor.id]);
    expect(await getRoom(guest, { code })).toMatchObject({ host: { id: host.actor.id } });
  });
});

test("deletes a closed room and its messages after a month", async () => {
  const { host, code } = await roomOfTwo();
  await closeRoom(host, { code });
  await deleteClosedRooms(later(host, CLOSED_ROOM_RETENTION_DAYS * 86_400 - 1));
  expect(await database().prisma.room.count({ where: { code } })).toBe(1);
  await deleteClosedRooms(later(host, CLOSED_ROOM_RETENTION_DAYS * 86_400 + 1));
  expect(await database().prisma.room.count({ where: { code } })).toBe(0);
  expect(await database().prisma.roomMessage.count({ where: { room: { code } } })).toBe(0);
});

test("sends a room's events to its members only, until they leave or the room closes", async () => {
  const { host, guest, code } = await roomOfTwo();
  const stranger = await newPerson();
  const topic = `room:${code}` as const;
  const readers = async () => {
    const wanted = [host, guest, stranger].map(({ actor }) => ({ topic, userId: actor.id }));
    return (await roomTopics.readable(host, wanted)).map(({ userId }) => userId).toSorted();
  };
  expect(await readers()).toEqual([host.actor.id, guest.actor.id].toSorted());
  await removeMember(host, { code, userId: guest.actor.id, ban: true });
  expect(await readers()).toEqual([host.actor.id]);
  await closeRoom(host, { code });
  expect(await readers()).toEqual([]);
  const ending = (await eventsOf(code)).filter((event) => roomTopics.endsAccess?.({ topic, ...event }));
  expect(ending.map(({ event, data }) => [event, data.what])).toEqual([
    ["member", "removed"],
    ["closed", undefined],
  ]);
});
