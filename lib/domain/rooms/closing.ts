import type { Context } from "@/lib/domain/context";
import { lockRoom } from "./access";
import { endMembership } from "./departure";

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
