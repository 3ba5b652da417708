import { type Context, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { conflict, invalid, notFound } from "@/lib/domain/errors";
import { lockOpenAccount } from "@/lib/domain/guards/locks";
import { personSelect, presentPerson } from "@/lib/domain/users/present";
import type { Prisma } from "@/lib/infra/prisma/client";
import { lockActiveRoom, lockRoom, requireHost, requireMember, requireVisibleHost, type RoomRecord } from "./access";
import { addSystemMessage, announceHost, announceMember, announceRoom } from "./announce";
import { cannotEnter, type CheckedEntry } from "./entry";
import { readSnapshot } from "./queries";
import { MAX_JOINED_ROOMS } from "./rules";
import type { RoomSnapshot } from "./schema";

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
    await lockOpenAccount(tx);
    const room = await lockRoom(tx, code);
    const key = { roomId: room.id, userId: tx.actor.id };
    const known = await tx.db.roomMember.findUnique({ where: { roomId_userId: key } });
    if (known) return { room, showDrops: known.showDrops };
    await requireVisibleHost(tx, room);
    if (await tx.db.roomBan.findUnique({ where: { roomId_userId: key } })) throw cannotEnter();
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
export async function enter(tx: Context, { id, code, hostId }: RoomRecord): Promise<RoomRecord> {
  await rejectTooManyRooms(tx);
  const member = { roomId: id, userId: tx.actor.id, joinedAt: tx.now, seenAt: tx.now };
  await tx.db.roomMember.create({ data: member, select: { roomId: true } });
  await tx.db.room.update({
    where: { id },
    data: { membersCount: { increment: 1 }, emptySince: null, ...(hostId === null && { hostId: tx.actor.id }) },
    select: { id: true },
  });
  const room = await lockActiveRoom(tx, code);
  const who = presentPerson(tx.actor);
  await announceMember(tx, room, "joined", who);
  await addSystemMessage(tx, room, { what: "joined", who });
  if (hostId === null) await announceHost(tx, room, who);
  return room;
}

async function rejectTooManyRooms(tx: Context): Promise<void> {
  if ((await tx.db.roomMember.count({ where: { userId: tx.actor.id } })) < MAX_JOINED_ROOMS) return;
  throw conflict(`You are in ${MAX_JOINED_ROOMS} rooms already. Leave one of them first.`);
}

/** Leaves a room. Does nothing for somebody who is not a member. */
export function leaveRoom(ctx: Context, { code }: { code: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const room = await lockRoom(tx, code);
    if (!(await endMembership(tx, room, tx.actor, { what: "left" }))) await requireVisibleHost(tx, room);
  });
}

/**
 * Removes a member; with `ban` they cannot rejoin.
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
    const user = await tx.db.user.findUnique({ where: { id: userId } });
    if (!user) throw notFound();
    if (ban)
      await tx.db.roomBan.createMany({
        data: { roomId: room.id, userId, createdAt: tx.now },
        skipDuplicates: true,
      });
    const wasIn = await endMembership(tx, room, user, { what: "removed", data: { banned: ban } });
    if (!wasIn && !ban) throw notFound();
  });
}

/** Changes the actor's own settings in a room. */
export function changeMembership(
  ctx: Context,
  { code, showDrops }: { code: string; showDrops: boolean },
): Promise<{ showDrops: boolean }> {
  return inTransaction(ctx, async (tx) => {
    const room = await lockRoom(tx, code);
    await requireMember(tx, room);
    await tx.db.roomMember.update({
      where: { roomId_userId: { roomId: room.id, userId: tx.actor.id } },
      data: { showDrops },
      select: { roomId: true },
    });
    return { showDrops };
  });
}

type Somebody = { id: string; name: string; handle: string; image: string | null };

/**
 * Ends a membership of a locked room, and appoints a new host if it was the host's. Returns false if there was no
 * membership.
 */
export async function endMembership(
  tx: VisitorContext,
  room: RoomRecord,
  user: Somebody,
  { what, data }: { what: "left" | "removed"; data?: Prisma.JsonObject },
): Promise<boolean> {
  const { count } = await tx.db.roomMember.deleteMany({ where: { roomId: room.id, userId: user.id } });
  if (count === 0) return false;
  const who = presentPerson(user);
  await announceMember(tx, room, what, who);
  await addSystemMessage(tx, room, { what, who, data });
  await tx.db.room.update({
    where: { id: room.id },
    data: { membersCount: { decrement: 1 } },
    select: { id: true },
  });
  if (room.hostId === user.id) await appointHost(tx, room);
  return true;
}

/** Makes the longest-standing member the host; a room without members has none. */
async function appointHost(tx: VisitorContext, { id }: RoomRecord): Promise<void> {
  const next = await tx.db.roomMember.findFirst({
    where: { roomId: id },
    orderBy: [{ joinedAt: "asc" }, { userId: "asc" }],
    select: { user: { select: personSelect } },
  });
  const room = await tx.db.room.update({
    where: { id },
    data: { hostId: next?.user.id ?? null, emptySince: next ? null : tx.now },
  });
  await (next ? announceHost(tx, room, presentPerson(next.user)) : announceRoom(tx, room));
}

/** Removes the actor, whose account is being closed, from all rooms. */
export async function leaveAllRooms(tx: Context): Promise<void> {
  const memberships = await tx.db.roomMember.findMany({
    where: { userId: tx.actor.id },
    orderBy: { roomId: "asc" },
    select: { room: { select: { code: true } } },
  });
  // There are at most MAX_JOINED_ROOMS, locked in one order.
  for (const { room } of memberships)
    await endMembership(tx, await lockRoom(tx, room.code), tx.actor, { what: "left" });
}
