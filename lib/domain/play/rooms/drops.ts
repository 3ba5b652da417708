import { type Context, read } from "@/lib/domain/kernel/context";
import { presentPerson } from "@/lib/domain/accounts/users/present";
import { lockActiveRoom } from "./access";
import { addSystemMessage } from "./live-events";

export interface ShownDrop {
  dropId: string;
  amount: number;
  /** The chosen bin, and the bin in which the ball landed. */
  bin: number;
  landedBin: number;
  won: boolean;
  payout: number;
}

/** Posts a drop to the player's rooms, unless they turned that off, within the bet's transaction. */
export async function showDrop(tx: Context, { dropId, ...drop }: ShownDrop): Promise<void> {
  const rooms = await read<{ code: string }>(tx, "rooms.ofPlayer")`
    SELECT r.code FROM "RoomMember" m JOIN "Room" r ON r.id = m."roomId" AND r."closedAt" IS NULL
    WHERE m."userId" = ${tx.actor.id} AND m."showDrops" AND m."awayAt" IS NULL ORDER BY r.id`;
  // There are at most MAX_JOINED_ROOMS, locked in one order.
  for (const { code } of rooms) {
    const room = await lockActiveRoom(tx, code);
    const data = { dropId, ...drop, link: dropProofPath(dropId) };
    await addSystemMessage(tx, room, { what: "drop", who: presentPerson(tx.actor), data });
  }
}

function dropProofPath(dropId: string): string {
  return `/coins/drops/${dropId}`;
}
