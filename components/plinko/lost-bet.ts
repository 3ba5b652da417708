import { type CoinFailure, coinFailureOf } from "@/components/coins/coin-failure";
import type { Call } from "@/lib/client/call";
import type { Bet, Fairness, LedgerPage } from "@/lib/domain/coins/schema";
import type { Landed } from "./machine";

/** What happened to a bet whose answer was lost. */
export type BetOutcome =
  | { kind: "dropped"; drop: Landed; coins: number }
  | { kind: "not-placed"; coins: number }
  | { kind: "unknown"; failure: CoinFailure };

const RECENT = 10;

/** Looks for the bet among the drops newer than `lastKnown`. */
export async function findLostBet(call: Call, bet: Bet, lastKnown: Fairness | null): Promise<BetOutcome> {
  try {
    const [history, { coins }] = await Promise.all([
      call("GET /api/coins/history", { limit: RECENT }),
      call("GET /api/coins"),
    ]);
    const drop = newDrops(history, lastKnown).find(({ bin, amount }) => bin === bet.bin && amount === bet.amount);
    return drop ? { kind: "dropped", drop, coins } : { kind: "not-placed", coins };
  } catch (error) {
    return { kind: "unknown", failure: coinFailureOf(error) };
  }
}

function isSameDrop(one: Fairness, other: Fairness): boolean {
  return one.serverSeedHash === other.serverSeedHash && one.nonce === other.nonce;
}

function newDrops(page: LedgerPage, lastKnown: Fairness | null): Landed[] {
  const drops = page.data.flatMap(({ bet }) => (bet ? [bet] : []));
  const known = lastKnown ? drops.findIndex(({ fairness }) => isSameDrop(fairness, lastKnown)) : -1;
  return known === -1 ? drops : drops.slice(0, known);
}
