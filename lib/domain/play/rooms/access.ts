import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { forbidden, notFound } from "@/lib/domain/kernel/errors";
import { requireVisible } from "@/lib/domain/kernel/visibility";
import { sql } from "@/lib/infra/database/sql";
import type { Room } from "@/lib/infra/prisma/client";
import { readRoomCode } from "./rules";

/** A row of `roomColumns`. */
export type RoomRecord = Omit<Room, "emptySince" | "closedAt">;

export const roomColumns = sql`id, code, name, public, "maxMembers", "membersCount", "passwordHash", "hostId", "pinnedId",
  permanent, "lastActiveAt", "createdAt"`;

/** Finds an open room by its code, in any case. @throws DomainError `not_found` */
export async function findRoom(ctx: VisitorContext, code: string): Promise<RoomRecord> {
  const [room] = await read<RoomRecord>(ctx, "rooms.find")`
    SELECT ${roomColumns} FROM "Room" WHERE code = ${readRoomCode(code)} AND "closedAt" IS NULL`;
  if (!room) throw notFound();
  return room;
}

/**
 * Locks an open room. Every write in it starts here, after locks on accounts: reads stay valid, and events are in
 * commit order.
 * @throws DomainError `not_found`
 */
export async function lockRoom(tx: VisitorContext, code: string): Promise<RoomRecord> {
  const room = await lockIfOpen(tx, code);
  if (!room) throw notFound();
  return room;
}

/** Locks a room; returns undefined if it was closed meanwhile. */
export async function lockIfOpen(tx: VisitorContext, code: string): Promise<RoomRecord | undefined> {
  const [room] = await read<RoomRecord>(tx, "rooms.lock")`
    SELECT ${roomColumns} FROM "Room" WHERE code = ${readRoomCode(code)} AND "closedAt" IS NULL FOR NO KEY UPDATE`;
  return room;
}

/** Records activity, which moves the room to the top of the list. */
export async function lockActiveRoom(tx: VisitorContext, code: string): Promise<RoomRecord> {
  const [room] = await read<RoomRecord>(tx, "rooms.lockActive")`
    UPDATE "Room" SET "lastActiveAt" = GREATEST("lastActiveAt", ${tx.now})
    WHERE code = ${readRoomCode(code)} AND "closedAt" IS NULL RETURNING ${roomColumns}`;
  if (!room) throw notFound();
  return room;
}

export async function isMember(ctx: VisitorContext, { id }: Pick<RoomRecord, "id">, userId: string): Promise<boolean> {
  const members = await read<{ userId: string }>(ctx, "rooms.isMember")`
    SELECT "userId" FROM "RoomMember" WHERE "roomId" = ${id} AND "userId" = ${userId}`;
  return members.length > 0;
}

/**
 * Requires that the actor is a member of the room.
 * @throws DomainError `forbidden`, or `not_found` if the room is hidden from them
 */
export async function requireMember(ctx: Context, room: HostedRoom): Promise<void> {
  if (await isMember(ctx, room, ctx.actor.id)) return;
  await requireVisibleHost(ctx, room);
  throw forbidden("Join the room first.");
}

/**
 * Requires that the actor is the room's host.
 * @throws DomainError `forbidden`, or `not_found` if the room is hidden from them
 */
export async function requireHost(ctx: Context, room: HostedRoom): Promise<void> {
  if (room.hostId === ctx.actor.id) return;
  if (!(await isMember(ctx, room, ctx.actor.id))) await requireVisibleHost(ctx, room);
  throw forbidden("Only the room's host can do that.");
}

type HostedRoom = Pick<RoomRecord, "id" | "hostId">;

/**
 * Hides a room from non-members who may not see its host: members who block each other stay.
 * @throws DomainError `not_found`
 */
export async function requireVisibleHost(ctx: Context, { hostId }: Pick<RoomRecord, "hostId">): Promise<void> {
  if (hostId !== null) await requireVisible(ctx, [hostId]);
}
