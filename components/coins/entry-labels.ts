import { cupNumber } from "@/components/plinko/cup-number";
import type { LedgerType } from "@/lib/domain/coins/rules";
import type { LedgerEntry } from "@/lib/domain/coins/schema";

const LABELS: Record<LedgerType, string> = {
  OPENING: "Starting balance",
  BET_WON: "Won a drop",
  BET_LOST: "Lost a drop",
  CLAIM: "Claimed coins",
  PURCHASE: "Bought in the shop",
  QUEST: "Finished a quest",
  SALE: "Sold a build",
};

export function entryTitle({ type }: Pick<LedgerEntry, "type">): string {
  return LABELS[type];
}

/** Where the ball landed, and which cup the bet was on. */
export function entryDetail({ bet }: Pick<LedgerEntry, "bet">): string | null {
  if (!bet) return null;
  return bet.won ? `Cup ${cupNumber(bet.landedBin)}` : `Cup ${cupNumber(bet.landedBin)}, bet on ${cupNumber(bet.bin)}`;
}
