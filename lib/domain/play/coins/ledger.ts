import { type Context, idFor, read, write } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { countCoins, type LedgerType, STARTING_COINS } from "./rules";

/** A balance stays within the integers that JSON represents exactly. */
export const MAX_COINS = Number.MAX_SAFE_INTEGER;

/**
 * Locks the row of an account until the transaction ends, and opens its ledger if there is none. Every act that moves
 * coins calls it first, for each account concerned (several: in the order of their ids).
 */
export async function lockLedger(tx: Context, userId = tx.actor.id): Promise<void> {
  await write(tx, "coins.lock")`
    WITH account AS (SELECT id FROM "User" WHERE id = ${userId} FOR NO KEY UPDATE),
         opened AS (
           INSERT INTO "Profile" ("userId", coins, "createdAt") SELECT id, ${STARTING_COINS}, ${tx.now} FROM account
           ON CONFLICT DO NOTHING RETURNING "userId", coins)
    INSERT INTO "LedgerEntry" (id, "userId", type, amount, balance, "createdAt")
    SELECT ${idFor(tx, "led")}, "userId", 'OPENING', coins, coins, ${tx.now} FROM opened`;
}

/** Inclusive bounds on a balance. */
export interface Bounds {
  least: number;
  most: number;
}

/**
 * A change of a balance. It is not made if the balance before it is outside the bounds; by default, the balance after
 * it may be neither negative nor over `MAX_COINS`.
 */
export interface Move extends Partial<Bounds> {
  userId?: string;
  type: LedgerType;
  /** Signed. */
  change: number;
  dropId?: string;
  /** The id of what was bought, sold or completed. */
  subjectId?: string;
}

/** Changes a balance; no other code does. Returns the new balance, or null if the bounds did not allow it. */
export async function moveCoins(tx: Context, move: Move): Promise<number | null> {
  const {
    userId = tx.actor.id,
    type,
    change,
    least = Math.max(0, -change),
    most = MAX_COINS - Math.max(0, change),
  } = move;
  // No two entries of an account have the same time, so their times give the order of the balances.
  const [entry] = await read<{ balance: number }>(tx, "coins.move")`
    WITH moved AS (
      UPDATE "Profile" SET coins = coins + ${change}::bigint
       WHERE "userId" = ${userId} AND coins BETWEEN ${least}::bigint AND ${most}::bigint RETURNING "userId", coins)
    INSERT INTO "LedgerEntry" (id, "userId", type, amount, balance, "dropId", "subjectId", "createdAt")
    SELECT ${idFor(tx, "led")}, "userId", ${type}::"LedgerType", ${change}::bigint, coins, ${move.dropId ?? null}, ${move.subjectId ?? null},
           GREATEST(${tx.now}::timestamptz, (SELECT max("createdAt") FROM "LedgerEntry"
               WHERE "userId" = ${userId}) + interval '1 millisecond')
      FROM moved
    RETURNING balance::float8`;
  return entry?.balance ?? null;
}

/** Returns the error for a balance that does not allow a move of `needed` coins. */
export async function balanceError(tx: Context, needed: number): Promise<DomainError> {
  const coins = await coinsOf(tx);
  if (coins >= needed)
    return new DomainError(
      "insufficient_coins",
      "Your balance is as high as a balance can be. Spend some of it first.",
    );
  return new DomainError("insufficient_coins", `That takes ${countCoins(needed)}, and you have ${countCoins(coins)}.`);
}

export async function coinsOf(tx: Context): Promise<number> {
  const [profile] = await read<{ coins: number }>(tx, "coins.own")`
    SELECT coins::float8 AS coins FROM "Profile" WHERE "userId" = ${tx.actor.id}`;
  return profile?.coins ?? STARTING_COINS;
}
