import { countCoins } from "@/components/coins/count-coins";
import { MAX_BET, MIN_BET } from "@/lib/domain/coins/rules";

/** The quick bets; some depend on the balance. */
export const QUICK_AMOUNTS: readonly { label: string; of: (coins: number) => number }[] = [
  { label: "1", of: () => 1 },
  { label: "5", of: () => 5 },
  { label: "10", of: () => 10 },
  { label: "Half", of: (coins) => within(Math.floor(coins / 2)) },
  { label: "All", of: (coins) => within(coins) },
];

/** Parses a bet as typed, with or without thousands separators, or says what is wrong with it. */
export function readAmount(typed: string, coins: number): { amount: number } | { problem: string } {
  if (!WHOLE_NUMBER.test(typed.trim())) return { problem: "Enter a whole number of coins, 1 or more." };
  const amount = Number(typed.replaceAll(",", ""));
  if (amount < MIN_BET) return { problem: "Bet at least 1 coin." };
  if (amount > MAX_BET) return { problem: `Bet at most ${countCoins(MAX_BET)} at a time.` };
  if (amount > coins) return { problem: tooPoor(coins) };
  return { amount };
}

const WHOLE_NUMBER = /^(\d+|\d{1,3}(,\d{3})+)$/;

function within(amount: number): number {
  return Math.min(Math.max(amount, MIN_BET), MAX_BET);
}

function tooPoor(coins: number): string {
  if (coins === 0) return "You have no coins left. Claim some, then try again.";
  return `You have ${countCoins(coins)}, so bet that much or less.`;
}
