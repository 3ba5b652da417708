import { inTransaction, read, type VisitorContext, type Context } from "@/lib/domain/kernel/context";
import { literal, sql, type Sql } from "@/lib/infra/database/sql";
import { publishStatus } from "./events";
import { lockDuel, type LockedDuel, roleIn } from "./locked";
import { isOpen, type DuelStatus, OTHER_ROLE, pairOf } from "./rules";
import { settle, closeUnplayed } from "./settlement";

/** Whose deadlines to enforce: one duel's, one player's, one pair's, or all. */
type Scope = { id: string } | { playerId: string } | { pair: string } | "all";

/** Duels that one run closes, which bounds its time; the next run continues. */
const BATCH = 200;

interface DueDuel {
  id: string;
  played: boolean;
}

/** Closes duels whose deadline has passed: the only player of an accepted duel wins it, all others expire. */
export async function closeDueDuels(ctx: VisitorContext, scope: Scope): Promise<number> {
  const due = await findDue(ctx, scope);
  const unplayed = due.filter(({ played }) => !played).map(({ id }) => id);
  if (unplayed.length > 0) await inTransaction(ctx, (tx) => expire(tx, unplayed));
  for (const { id, played } of due) if (played) await inTransaction(ctx, (tx) => settleIfDue(tx, id));
  return due.length;
}

async function findDue(ctx: VisitorContext, scope: Scope): Promise<DueDuel[]> {
  const { name, condition } = conditionOf(scope);
  return read<DueDuel>(ctx, `duels.due.${name}`)`
    SELECT d.id, d.status = 'accepted'
    AND EXISTS (SELECT 1 FROM "DuelSide" s WHERE s."duelId" = d.id AND s."playedAt" IS NOT NULL) AS played
     FROM "Duel" d WHERE d."closedAt" IS NULL AND d."expiresAt" <= ${ctx.now}::timestamptz AND ${condition}
     ORDER BY d."expiresAt" LIMIT ${literal(BATCH)}`;
}

function conditionOf(scope: Scope): { name: string; condition: Sql } {
  if (scope === "all") return { name: "all", condition: sql`true` };
  if ("id" in scope) return { name: "one", condition: sql`d.id = ${scope.id}` };
  if ("pair" in scope) return { name: "pair", condition: sql`d.pair = ${scope.pair}` };
  return {
    name: "player",
    condition: sql`(d."challengerId" = ${scope.playerId} OR d."opponentId" = ${scope.playerId})`,
  };
}

/** Rechecks each duel under its lock, because a play may have come in between. */
async function expire(tx: VisitorContext, ids: string[]): Promise<void> {
  const expired = await read<{ id: string; challengerId: string; opponentId: string }>(tx, "duels.expire")`
    WITH due AS (
      SELECT id FROM "Duel" d WHERE id = ANY(${ids}) AND "closedAt" IS NULL AND "expiresAt" <= ${tx.now} ORDER BY id
        FOR UPDATE)
    UPDATE "Duel" d SET status = 'expired', "closedAt" = ${tx.now} FROM due
     WHERE d.id = due.id
       AND (d.status = 'pending'
           OR NOT EXISTS (SELECT 1 FROM "DuelSide" s WHERE s."duelId" = d.id AND s."playedAt" IS NOT NULL))
    RETURNING d.id, d."challengerId", d."opponentId"`;
  await publishStatus(
    tx,
    expired.map((duel) => ({ ...duel, status: "expired" })),
  );
}

async function settleIfDue(tx: VisitorContext, id: string): Promise<void> {
  const duel = await lockDuel(tx, id);
  if (duel && isOpen(duel.status) && duel.expiresAt <= tx.now) await settle(tx, duel, null);
}

/** Ends a closing account's duels: an opponent who has played an accepted one wins it, all others end unrated. */
export async function forfeitOwnDuels(tx: Context): Promise<void> {
  await closeDueDuels(tx, { playerId: tx.actor.id });
  const open = await read<{ id: string }>(tx, "duels.openOfPlayer")`
    SELECT id FROM "Duel"
    WHERE "closedAt" IS NULL AND ("challengerId" = ${tx.actor.id} OR "opponentId" = ${tx.actor.id}) ORDER BY id`;
  // There are at most MAX_INCOMING plus MAX_OUTGOING.
  for (const { id } of open) {
    const duel = await lockDuel(tx, id);
    if (duel && isOpen(duel.status)) await forfeit(tx, duel);
  }
}

/** Ends the open duels between the actor and another person, without a result. Requires both accounts to be locked. */
export async function cancelDuelsBetween(tx: Context, personId: string): Promise<void> {
  const open = await read<{ id: string }>(tx, "duels.openOfPair")`
    SELECT id FROM "Duel" WHERE pair = ${pairOf(tx.actor.id, personId)} AND "closedAt" IS NULL`;
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
