import { type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { conflict, invalid, notFound, DomainError, forbidden } from "@/lib/domain/kernel/errors";
import { lockActor } from "@/lib/domain/kernel/locks";
import { type PersonRow, presentPerson } from "@/lib/domain/accounts/users/present";
import type { Prisma } from "@/lib/infra/prisma/client";
import {
  lockActiveRoom,
  lockRoom,
  requireHost,
  requireMember,
  requireVisibleHost,
  roomColumns,
  type RoomRecord,
  findRoom,
  isMember,
} from "./access";
import { addSystemMessage, publishHost, publishMember, publishRoom } from "./live-events";
import { findMembership, findPerson, readSnapshot } from "./queries";
import { MAX_JOINED_ROOMS, MAX_PASSWORD_FAILURES, PASSWORD_FAILURE_WINDOW_MS, ROOM_PASSWORD } from "./rules";
import type { RoomSnapshot } from "./schema";
import { matchesPassword } from "@/lib/domain/accounts/users/password";
import { literal } from "@/lib/infra/database/sql";

/**
 * Joins a room, or reloads it for a member. The first to join an empty room becomes its host.
 * @throws DomainError `not_found`, `forbidden` for somebody banned or a wrong password, `conflict` if the room is full
 */
export async function joinRoom(
  ctx: Context,
  { code }: { code: string; password?: string },
  { passwordHash }: CheckedEntry,
): Promise<RoomSnapshot> {
  const { room, showDrops } = await inTransaction(ctx, async (tx) => {
    await lockActor(tx);
    const room = await lockRoom(tx, code);
    const known = await findMembership(tx, room);
    if (known) return { room, ...known };
    await requireVisibleHost(tx, room);
    const bans = await read(tx, "rooms.ban")`
      SELECT 1 FROM "RoomBan" WHERE "roomId" = ${room.id} AND "userId" = ${tx.actor.id}`;
    if (bans.length > 0) throw cannotEnter();
    // The host may have changed the password since it was checked.
    if (room.passwordHash !== null && room.passwordHash !== passwordHash) throw cannotEnter();
    if (room.membersCount >= room.maxMembers)
      throw conflict("This room is full. Wait until somebody leaves, and try again.");
    return { room: await enter(tx, room), showDrops: true };
  });
  // Read after the commit, when the room is no longer locked.
  return readSnapshot(ctx, room, { showDrops });
}

/** Adds the actor to a locked room with free capacity, and returns the room's new state. */
export async function enter(
  tx: Context,
  { id, code, hostId }: Pick<RoomRecord, "id" | "code" | "hostId">,
): Promise<RoomRecord> {
  await rejectTooManyRooms(tx);
  await write(tx, "rooms.insertMember")`
    INSERT INTO "RoomMember" ("roomId", "userId", "joinedAt", "seenAt") VALUES (${id}, ${tx.actor.id}, ${tx.now}, ${tx.now})`;
  await write(tx, "rooms.countEntered")`
    UPDATE "Room" SET "membersCount" = "membersCount" + 1, "emptySince" = NULL,
           "hostId" = COALESCE("hostId", ${tx.actor.id}) WHERE id = ${id}`;
  const room = await lockActiveRoom(tx, code);
  const who = presentPerson(tx.actor);
  await publishMember(tx, room, "joined", who);
  await addSystemMessage(tx, room, { what: "joined", who });
  if (hostId === null) await publishHost(tx, room, who);
  return room;
}

async function rejectTooManyRooms(tx: Context): Promise<void> {
  const joined = await read(tx, "rooms.joined")`
    SELECT 1 FROM "RoomMember" WHERE "userId" = ${tx.actor.id} LIMIT ${literal(MAX_JOINED_ROOMS)}`;
  if (joined.length < MAX_JOINED_ROOMS) return;
  throw conflict(`You are in ${MAX_JOINED_ROOMS} rooms already. Leave one of them first.`);
}

/** Removes the actor from a room. Does nothing for somebody who is not a member. */
export function leaveRoom(ctx: Context, { code }: { code: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const room = await lockRoom(tx, code);
    if (!(await endMembership(tx, room, tx.actor, { what: "left" }))) await requireVisibleHost(tx, room);
  });
}

/**
 * Removes a member from a room, and bans them on request.
 * @throws DomainError `forbidden` unless the actor is the host, `not_found` for an unknown person
 */
export function removeMember(
  ctx: Context,
  { code, userId, ban }: { code: string; userId: string; ban: boolean },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const room = await lockRoom(tx, code);
    await requireHost(tx, room);
    if (userId === tx.actor.id) throw invalid([{ param: "userId", message: "To go yourself, leave the room" }]);
    const user = await findPerson(tx, userId);
    if (!user) throw notFound();
    if (ban)
      await write(tx, "rooms.insertBan")`
        INSERT INTO "RoomBan" ("roomId", "userId", "createdAt") VALUES (${room.id}, ${userId}, ${tx.now})
        ON CONFLICT DO NOTHING`;
    const wasIn = await endMembership(tx, room, user, { what: "removed", data: { banned: ban } });
    if (!wasIn && !ban) throw notFound();
  });
}

export function changeMembership(
  ctx: Context,
  { code, showDrops }: { code: string; showDrops: boolean },
): Promise<{ showDrops: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const room = await lockRoom(tx, code);
    await requireMember(tx, room);
    await write(tx, "rooms.showDrops")`
      UPDATE "RoomMember" SET "showDrops" = ${showDrops} WHERE "roomId" = ${room.id} AND "userId" = ${tx.actor.id}`;
    return { showDrops };
  });
}

/** Appoints a new host if needed. Requires the room to be locked. False if there was no membership. */
export async function endMembership(
  tx: VisitorContext,
  room: RoomRecord,
  user: PersonRow,
  { what, data }: { what: "left" | "removed"; data?: Prisma.JsonObject },
): Promise<boolean> {
  const count = await write(tx, "rooms.deleteMember")`
    DELETE FROM "RoomMember" WHERE "roomId" = ${room.id} AND "userId" = ${user.id}`;
  if (count === 0) return false;
  const who = presentPerson(user);
  await publishMember(tx, room, what, who);
  await addSystemMessage(tx, room, { what, who, data });
  await write(tx, "rooms.countLeft")`UPDATE "Room" SET "membersCount" = "membersCount" - 1 WHERE id = ${room.id}`;
  if (room.hostId === user.id) await appointHost(tx, room);
  return true;
}

/** The longest-standing member; a room without members has none. */
async function appointHost(tx: VisitorContext, { id }: RoomRecord): Promise<void> {
  const [next] = await read<PersonRow>(tx, "rooms.nextHost")`
    SELECT u.id, u.name, u.handle, u.image FROM "RoomMember" m JOIN "User" u ON u.id = m."userId" WHERE m."roomId" = ${id}
    ORDER BY m."joinedAt", m."userId" LIMIT 1`;
  const [room] = await read<RoomRecord>(tx, "rooms.appointHost")`
    UPDATE "Room" SET "hostId" = ${next?.id}, "emptySince" = ${next ? null : tx.now}::timestamptz
     WHERE id = ${id} RETURNING ${roomColumns}`;
  if (room) await (next ? publishHost(tx, room, presentPerson(next)) : publishRoom(tx, room));
}

export async function leaveAllRooms(tx: Context): Promise<void> {
  const rooms = await read<{ code: string }>(tx, "rooms.ownCodes")`
    SELECT r.code FROM "RoomMember" m JOIN "Room" r ON r.id = m."roomId" WHERE m."userId" = ${tx.actor.id} ORDER BY r.id`;
  // There are at most MAX_JOINED_ROOMS, locked in one order.
  for (const { code } of rooms) await endMembership(tx, await lockRoom(tx, code), tx.actor, { what: "left" });
}

/** The hash that a password matched; null for a room that had none. Undefined if no password is needed. */
interface CheckedEntry {
  passwordHash?: string | null;
}

/** Returns the same error for somebody banned and for a wrong password. */
function cannotEnter(): DomainError {
  return forbidden("You can't get into this room. Check the password, or ask its host.");
}

/**
 * Checks a room's password before any transaction is open, because hashing is slow.
 * @throws DomainError `not_found`, `forbidden` for a wrong password, `rate_limited` after too many
 */
export async function checkEntry(
  ctx: Context,
  { code, password }: { code: string; password?: string },
): Promise<CheckedEntry> {
  const room = await findRoom(ctx, code);
  const { passwordHash } = room;
  if (passwordHash === null) return { passwordHash };
  if (await isMember(ctx, room, ctx.actor.id)) return {};
  await requireVisibleHost(ctx, room);
  if (password === undefined) throw cannotEnter();
  await countAttempt(ctx, room);
  // Text longer than any password is not hashed.
  if (password.length > ROOM_PASSWORD.max || !(await matchesPassword(ctx, passwordHash, password))) throw cannotEnter();
  await write(ctx, "rooms.forgetAttempts")`
    DELETE FROM "RoomPasswordFailure" WHERE "roomId" = ${room.id} AND "userId" = ${ctx.actor.id}`;
  return { passwordHash };
}

/** Counts an attempt as failed before it is made, so that concurrent attempts all count. */
async function countAttempt(ctx: Context, { id }: RoomRecord): Promise<void> {
  const windowStart = new Date(ctx.now.getTime() - PASSWORD_FAILURE_WINDOW_MS);
  const counted = await write(ctx, "rooms.countAttempt")`
    INSERT INTO "RoomPasswordFailure" AS failure ("roomId", "userId", count, "windowAt")
      VALUES (${id}, ${ctx.actor.id}, 1, ${ctx.now})
    ON CONFLICT ("roomId", "userId") DO UPDATE
      SET count = CASE WHEN failure."windowAt" < ${windowStart} THEN 1 ELSE failure.count + 1 END,
          "windowAt" = CASE WHEN failure."windowAt" < ${windowStart} THEN excluded."windowAt"
            ELSE failure."windowAt" END
      WHERE failure.count < ${literal(MAX_PASSWORD_FAILURES)} OR failure."windowAt" < ${windowStart}`;
  if (counted > 0) return;
  const retryAfterSeconds = PASSWORD_FAILURE_WINDOW_MS / 1000;
  const message = `Too many wrong passwords for this room. Wait ${retryAfterSeconds / 60} minutes and try again.`;
  throw new DomainError("rate_limited", message, { retryAfterSeconds });
}
