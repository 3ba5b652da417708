import { type Context, idFor } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { type LedgerType, STARTING_COINS } from "./rules";

/** Our choice: a balance stays a number that JSON can carry exactly. */
export const MAX_COINS = Number.MAX_SAFE_INTEGER;

/**
 * Every act that moves coins begins here, for each account that it moves (several: in the order of their ids). Holds the
 * account until the transaction ends, and makes its record, with the entry that explains its first coins, if it has none.
 */
export async function openRecord(tx: Context, userId = tx.actor.id): Promise<void> {
  await tx.db.$executeRaw`
    WITH account AS (SELECT id FROM "User" WHERE id = ${userId} FOR NO KEY UPDATE),
         opened AS (
           INSERT INTO "Profile" ("userId", coins, "createdAt") SELECT id, ${STARTING_COINS}, ${tx.now} FROM account
           ON CONFLICT DO NOTHING RETURNING "userId", coins)
    INSERT INTO "LedgerEntry" (id, "userId", type, amount, balance, "createdAt")
    SELECT ${idFor(tx, "led")}, "userId", 'OPENING', coins, coins, ${tx.now} FROM opened`;
}

export interface Move {
  userId?: string;
  type: LedgerType;
  /** Signed. */
  change: number;
  /** The balances that allow it; outside them nothing happens. What is not said follows from the change. */
  least?: number;
  most?: number;
  dropId?: string;
  /** What was bought, sold or finished. */
  subjectId?: string;
}

/** Moves a balance and writes down why: the only way that coins move. Answers the new balance, or null if it did not allow it. */
export async function moveCoins(tx: Context, move: Move): Promise<number | null> {
  const {
    userId = tx.actor.id,
    type,
    change,
    least = Math.max(0, -change),
    most = MAX_COINS - Math.max(0, change),
  } = move;
  // No two entries of an account share a moment, so that their times tell the order in which the balance passed them.
  const [entry] = await tx.db.$queryRaw<{ balance: number }[]>`
    WITH moved AS (
      UPDATE "Profile" SET coins = coins + ${change}::bigint
       WHERE "userId" = ${userId} AND coins BETWEEN ${least}::bigint AND ${most}::bigint RETURNING "userId", coins)
    INSERT INTO "LedgerEntry" (id, "userId", type, amount, balance, "dropId", "subjectId", "createdAt")
    SELECT ${idFor(tx, "led")}, "userId", ${type}::"LedgerType", ${change}::bigint, coins, ${move.dropId ?? null}, ${move.subjectId ?? null},
           GREATEST(${tx.now}::timestamptz, (SELECT max("createdAt") FROM "LedgerEntry" WHERE "userId" = ${userId}) + interval '1 millisecond')
      FROM moved
    RETURNING balance::float8`;
  return entry?.balance ?? null;
}

/** Says why a balance did not allow an act that takes so many coins. */
export async function balanceRefusal(tx: Context, needed: number): Promise<Refusal> {
  const coins = await coinsOf(tx);
  if (coins >= needed)
    return new Refusal("insufficient_coins", "Your balance is as high as a balance can be. Spend some of it first.");
  return new Refusal("insufficient_coins", `That takes ${countCoins(needed)}, and you have ${countCoins(coins)}.`);
}

export async function coinsOf(tx: Context): Promise<number> {
  const profile = await tx.db.profile.findUnique({ where: { userId: tx.actor.id }, select: { coins: true } });
  return Number(profile?.coins ?? STARTING_COINS);
}

export function countCoins(coins: number): string {
  return `${coins.toLocaleString("en-US")} ${coins === 1 ? "coin" : "coins"}`;
}
