import { type Context, idFor, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { invalid } from "@/lib/domain/kernel/errors";
import { publish } from "@/lib/domain/consequences/live/events";
import { roomTopic } from "@/lib/domain/consequences/live/topics";
import { lockActor } from "@/lib/domain/kernel/locks";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { presentPerson } from "@/lib/domain/accounts/users/present";
import type { Prisma } from "@/lib/infra/prisma/client";
import { isMember, lockActiveRoom, lockRoom, requireHost, type RoomRecord } from "./access";
import { addSystemMessage, publishHost, publishRoom } from "./live-events";
import { enter } from "./membership";
import { presentRoom } from "./present";
import { findHost, findMessage, findPerson } from "./queries";
import { newRoomCode } from "./rules";
import type { NewRoom, Room, RoomChange } from "./schema";

/** Null removes the password, undefined keeps it. */
interface HashedPassword {
  passwordHash?: string | null;
}

/** Hashes the password of a request before any transaction is open. */
export async function hashRoomPassword(
  ctx: Context,
  { password }: { password?: string | null },
): Promise<HashedPassword> {
  return { passwordHash: password && (await hashPassword(ctx, password)) };
}

/** Creates a room. The actor becomes its host and only member. */
export function createRoom(ctx: Context, { name, ...wanted }: NewRoom, hashed: HashedPassword): Promise<Room> {
  return inTransaction(ctx, async (tx) => {
    await lockActor(tx);
    const room = { id: idFor(tx, "room"), code: await freeCode(tx), hostId: tx.actor.id };
    await write(tx, "rooms.insert")`
      INSERT INTO "Room" (id, code, name, public, "maxMembers", "passwordHash", "hostId", "lastActiveAt", "createdAt")
      VALUES (${room.id}, ${room.code}, ${name}, ${wanted.public}, ${wanted.maxMembers}, ${hashed.passwordHash},
              ${room.hostId}, ${tx.now}, ${tx.now})`;
    return presentRoom(await enter(tx, room), tx.actor);
  });
}

/** With a billion codes the first is nearly always free, and a unique index catches two equal ones. */
async function freeCode(tx: Context): Promise<string> {
  for (;;) {
    const code = newRoomCode(tx.random);
    const taken = await read(tx, "rooms.code")`SELECT 1 FROM "Room" WHERE code = ${code}`;
    if (taken.length === 0) return code;
  }
}

/**
 * Changes a room's settings, pinned message or host.
 * @throws DomainError `forbidden` unless the actor is the host, `invalid_request` for an unknown message or member
 */
export function changeRoom(
  ctx: Context,
  { code, ...change }: RoomChange & { code: string },
  { passwordHash }: HashedPassword,
): Promise<Room> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockRoom(tx, code);
    await requireHost(tx, before);
    const { name, maxMembers, pinned, host } = change;
    await rejectUnknownMembers(tx, before, { pinned, host });
    const data = {
      ...differences(before, { name, public: change.public, maxMembers, pinnedId: pinned, hostId: host }),
      ...(passwordHash !== undefined && { passwordHash }),
    };
    if (Object.keys(data).length === 0) return presentRoom(before, await findHost(tx, before));
    const after = await updateRoom(tx, { ...before, ...data });
    const { hostId, ...settings } = data;
    if (Object.keys(settings).length > 0) await announceSettings(tx, after, settings);
    if (hostId !== undefined) await announceNewHost(tx, after, hostId);
    return presentRoom(after, await findHost(tx, after));
  });
}

/** Requires the room to be locked. */
export async function updateRoom(tx: VisitorContext, room: RoomRecord): Promise<RoomRecord> {
  await write(tx, "rooms.update")`
    UPDATE "Room" SET name = ${room.name}, public = ${room.public}, "maxMembers" = ${room.maxMembers},
           "pinnedId" = ${room.pinnedId}, "hostId" = ${room.hostId}, "passwordHash" = ${room.passwordHash}
     WHERE id = ${room.id}`;
  return room;
}

type Settings = Partial<Pick<RoomRecord, "name" | "public" | "maxMembers" | "pinnedId" | "passwordHash">>;

async function announceSettings(tx: Context, room: RoomRecord, changed: Settings): Promise<void> {
  const { pinnedId, passwordHash, ...shown } = changed;
  const data: Prisma.JsonObject = {
    ...shown,
    ...(pinnedId !== undefined && { pinned: pinnedId }),
    ...(passwordHash !== undefined && { password: passwordHash !== null }),
  };
  await publishRoom(tx, room);
  await addSystemMessage(tx, room, { what: "settings", who: presentPerson(tx.actor), data });
}

async function announceNewHost(tx: Context, room: RoomRecord, hostId: string): Promise<void> {
  const host = await findPerson(tx, hostId);
  if (host) await publishHost(tx, room, presentPerson(host));
}

async function rejectUnknownMembers(
  tx: Context,
  room: RoomRecord,
  { pinned, host }: Pick<RoomChange, "pinned" | "host">,
): Promise<void> {
  const issues = [];
  if (typeof pinned === "string") {
    const message = await findMessage(tx, room, pinned);
    if (!message || message.deleted) issues.push({ param: "pinned", message: "There is no such message in this room" });
  }
  if (host !== undefined && !(await isMember(tx, room, host)))
    issues.push({ param: "host", message: "Only a member of the room can be its host" });
  if (issues.length > 0) throw invalid(issues);
}

function differences<C extends Partial<RoomRecord>>(before: RoomRecord, change: C): Partial<C> {
  const entries = Object.entries(change) as [keyof RoomRecord & keyof C, unknown][];
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && value !== before[name]),
  ) as Partial<C>;
}

/** Closes a room for good: ends all memberships and invalidates its code. */
export function closeRoom(ctx: Context, { code }: { code: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const room = await lockActiveRoom(tx, code);
    await requireHost(tx, room);
    await close(tx, room);
  });
}

/** Requires the room to be locked. */
export async function close(tx: VisitorContext, room: RoomRecord): Promise<void> {
  await publish(tx, roomTopic(room.code), "closed", {});
  await write(tx, "rooms.removeMembers")`DELETE FROM "RoomMember" WHERE "roomId" = ${room.id}`;
  await write(tx, "rooms.close")`
    UPDATE "Room" SET "closedAt" = ${tx.now}, "membersCount" = 0, "hostId" = NULL, "pinnedId" = NULL
     WHERE id = ${room.id}`;
}
