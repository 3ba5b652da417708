import { payoutOf } from "./plinko";
import type { LedgerType } from "./rules";
import { presentFairness } from "./seeds";
import type { Fairness, LedgerEntry, SettledBet } from "./schema";
import { sql } from "@/lib/infra/database/sql";

export const entryColumns = sql`e.id, e.type, e.amount::float8 AS amount, e.balance::float8 AS balance, e."createdAt",
  e."dropId", d.bin, d."landedBin", d.amount AS stake, d.nonce, s."serverSeedHash", s."clientSeed",
  CASE WHEN s."revealedAt" IS NOT NULL THEN s."serverSeed" END AS "revealedSeed"`;

export const entryDrop = sql`LEFT JOIN "Drop" d ON d.id = e."dropId" LEFT JOIN "PlinkoSeed" s ON s.id = d."seedId"`;

interface DropColumns extends Fairness {
  dropId: string;
  bin: number;
  landedBin: number;
  stake: number;
  revealedSeed: string | null;
}

export type EntryRow = { id: string; type: LedgerType; amount: number; balance: number; createdAt: Date } & (
  DropColumns | { [Column in keyof DropColumns]: null }
);

export function presentEntry(row: EntryRow): LedgerEntry {
  const { id, type, amount, balance, createdAt } = row;
  return {
    id,
    type,
    amount,
    balance,
    createdAt: createdAt.toISOString(),
    ...(row.bin !== null && { bet: presentBet(row) }),
  };
}

function presentBet(row: DropColumns): SettledBet {
  const { dropId, bin, landedBin, stake: amount, revealedSeed: serverSeed } = row;
  const won = landedBin === bin;
  return {
    dropId,
    bin,
    amount,
    landedBin,
    won,
    payout: payoutOf(amount, won),
    fairness: { ...presentFairness(row), serverSeed },
  };
}
