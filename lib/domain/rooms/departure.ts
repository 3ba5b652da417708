import type { VisitorContext } from "@/lib/domain/context";
import { personSelect, presentPerson } from "@/lib/domain/users/present";
import type { Prisma } from "@/lib/infra/prisma/client";
import type { RoomRecord } from "./access";
import { addSystemMessage, announceMember, announceRoom } from "./announce";
import { findMessage } from "./queries";

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
  await announceRoom(tx, room, await findMessage(tx, room, room.pinnedId));
  if (next) await addSystemMessage(tx, room, { what: "host", who: presentPerson(next.user) });
}
