import type { Context } from "@/lib/domain/kernel/context";
import { createRoom } from "@/lib/domain/play/rooms/commands";
import { checkEntry, joinRoom } from "@/lib/domain/play/rooms/membership";
import { getRoom } from "@/lib/domain/play/rooms/queries";
import { roomSnapshot, type Room, type RoomSnapshot } from "@/lib/domain/play/rooms/schema";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

interface Wanted {
  name?: string;
  public?: boolean;
  maxMembers?: number;
  password?: string;
}

/** Creates a room. */
export async function openRoom(host: Context, { password, ...wanted }: Wanted = {}): Promise<Room> {
  const passwordHash = password === undefined ? undefined : await hashPassword(host, password);
  return createRoom(host, { name: "The bench", public: true, maxMembers: 20, ...wanted }, { passwordHash });
}

/** Joins as the route does: checks the password, then enters. */
export async function join(person: Context, code: string, password?: string): Promise<RoomSnapshot> {
  return joinRoom(person, { code, password }, await checkEntry(person, { code, password }));
}

/** Creates a room with its host and one other member. */
export async function roomOfTwo(wanted: Wanted = {}) {
  const now = new Date();
  const host = await newPerson({ name: "Ada", now });
  // Members are in the order in which they joined; in the same millisecond, it would be left to chance.
  const guest = await newPerson({ name: "Ben", now: new Date(now.getTime() + 1) });
  const room = await openRoom(host, wanted);
  await join(guest, room.code, wanted.password);
  return { host, guest, code: room.code };
}

export async function snapshotOf(member: Context, code: string): Promise<RoomSnapshot> {
  return roomSnapshot.parse(await getRoom(member, { code }));
}

/** Returns what was published in a room, in order. */
export async function eventsOf(code: string): Promise<{ seq: number; event: string; data: Record<string, unknown> }[]> {
  const events = await database().prisma.liveEvent.findMany({
    where: { topic: `room:${code}` },
    orderBy: { seq: "asc" },
  });
  return events.map(({ seq, event, data }) => ({ seq: Number(seq), event, data: data as Record<string, unknown> }));
}

/** Returns the ids of a room's members. */
export async function memberIds(code: string): Promise<string[]> {
  const members = await database().prisma.roomMember.findMany({ where: { room: { code } } });
  return members.map(({ userId }) => userId);
}

/** Returns a room's row. */
export function storedRoom(code: string) {
  return database().prisma.room.findUniqueOrThrow({ where: { code } });
}
