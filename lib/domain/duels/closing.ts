import type { Context } from "@/lib/domain/context";
import { publishStatus } from "./announce";
import { closeDueDuels } from "./due";
import { lockDuel, type LockedDuel, roleIn } from "./locked";
import { type DuelStatus, isOpen, OTHER_ROLE, pairOf } from "./rules";
import { closeUnplayed, settle } from "./settlement";

/**
 * Ends the open duels of the actor, whose account closes: an opponent who has played an accepted duel wins it, and all
 * others end unrated.
 */
export async function forfeitOwnDuels(tx: Context): Promise<void> {
  await closeDueDuels(tx, { playerId: tx.actor.id });
  const open = await tx.db.duel.findMany({
    where: { closedAt: null, OR: [{ challengerId: tx.actor.id }, { opponentId: tx.actor.id }] },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  // There are at most MAX_INCOMING plus MAX_OUTGOING.
  for (const { id } of open) {
    const duel = await lockDuel(tx, id);
    if (duel && isOpen(duel.status)) await forfeit(tx, duel);
  }
}

/** Ends the open duels between the actor and another person, without a result. Requires both accounts to be locked. */
export async function cancelDuelsBetween(tx: Context, personId: string): Promise<void> {
  const open = await tx.db.duel.findMany({
    where: { pair: pairOf(tx.actor.id, personId), closedAt: null },
    select: { id: true },
  });
  for (const { id } of open) {
    const duel = await lockDuel(tx, id);
    if (!duel || !isOpen(duel.status)) continue;
    await closeUnplayed(tx, duel, "cancelled");
    await publishStatus(tx, [{ ...duel, status: "cancelled" }]);
  }
}

async function forfeit(tx: Context, duel: LockedDuel): Promise<void> {
  const role = roleIn(duel, tx.actor.id) ?? "challenger";
  const isAccepted = duel.status === "accepted";
  if (isAccepted && duel.sides[OTHER_ROLE[role]].clientSeed !== null) return settle(tx, duel, null);
  const status: DuelStatus = isAccepted ? "expired" : role === "challenger" ? "cancelled" : "declined";
  await closeUnplayed(tx, duel, status);
  await publishStatus(tx, [{ ...duel, status }]);
}
