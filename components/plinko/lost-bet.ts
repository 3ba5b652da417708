import { askCoins, type Wire } from "@/components/coins/ask";
import type { Refusal } from "@/components/coins/refusal";
import type { Bet, CoinBalance, Fairness, LedgerPage } from "@/lib/domain/coins/schema";
import type { Landed } from "./machine";

/** What became of a bet whose answer never came. */
export type Fate =
  | { kind: "dropped"; drop: Landed; coins: number }
  | { kind: "never"; coins: number }
  | { kind: "unknown"; refusal: Refusal };

const RECENT = 10;

/** Looks for the bet among the drops that are newer than the last one this page knows of. */
export async function findLostBet(wire: Wire, bet: Bet, lastKnown: Fairness | null): Promise<Fate> {
  const [history, balance] = await Promise.all([
    askCoins<LedgerPage>(wire, "GET", `/api/coins/history?limit=${RECENT}`),
    askCoins<CoinBalance>(wire, "GET", "/api/coins"),
  ]);
  if (!history.ok) return { kind: "unknown", refusal: history.refusal };
  if (!balance.ok) return { kind: "unknown", refusal: balance.refusal };
  const drop = newDrops(history.value, lastKnown).find(({ bin, amount }) => bin === bet.bin && amount === bet.amount);
  const { coins } = balance.value;
  return drop ? { kind: "dropped", drop, coins } : { kind: "never", coins };
}

export function isSameDrop(one: Fairness, other: Fairness): boolean {
  return one.serverSeedHash === other.serverSeedHash && one.nonce === other.nonce;
}

function newDrops(page: LedgerPage, lastKnown: Fairness | null): Landed[] {
  const drops = page.data.flatMap(({ bet }) => (bet ? [bet] : []));
  const known = lastKnown ? drops.findIndex(({ fairness }) => isSameDrop(fairness, lastKnown)) : -1;
  return known === -1 ? drops : drops.slice(0, known);
}
