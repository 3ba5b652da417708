import type { Drop } from "@/lib/domain/play/coins/plinko";
import type { Play } from "./machine";
import { mannerNow } from "./manner";

// Balls that are shown on the board like any drop, but with nothing bet or paid.

export function fallingBall({ path, landedBin }: Drop): Play {
  const bet = { bin: landedBin, amount: 0 };
  const result = { path, landedBin, won: true, payout: 0, newBalance: 0, fairness: NO_FAIRNESS };
  return { phase: "dropping", bet, ball: { at: "pegs", result, manner: mannerNow(), since: performance.now() } };
}

/** `isCelebrated`: whether the board throws its brass dots; otherwise it dims. */
export function landedBall({ landedBin }: Pick<Drop, "landedBin">, isCelebrated: boolean): Play {
  const bet = { bin: landedBin, amount: 0 };
  return { phase: "result", drop: { ...bet, landedBin, won: isCelebrated, payout: 0, fairness: NO_FAIRNESS } };
}

const NO_FAIRNESS = { serverSeedHash: "", clientSeed: "", nonce: 0 };
