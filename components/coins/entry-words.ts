import { cupNumber } from "@/components/plinko/cup-number";
import type { LedgerType } from "@/lib/domain/coins/rules";
import type { LedgerEntry } from "@/lib/domain/coins/schema";

const WORDS: Record<LedgerType, string> = {
  OPENING: "Welcome to Pegboard",
  BET_WON: "Won a drop",
  BET_LOST: "Lost a drop",
  CLAIM: "Claimed coins",
  PURCHASE: "Bought in the shop",
  QUEST: "Finished a quest",
  SALE: "Sold a build",
};

export function entryTitle({ type }: Pick<LedgerEntry, "type">): string {
  return WORDS[type];
}

/** Where the ball fell, and where it was to fall. */
export function entryDetail({ bet }: Pick<LedgerEntry, "bet">): string | null {
  if (!bet) return null;
  return bet.won
    ? `Cup ${cupNumber(bet.landedBin)}`
    : `Cup ${cupNumber(bet.landedBin)}, staked on ${cupNumber(bet.bin)}`;
}
