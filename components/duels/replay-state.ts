import { CHIPS, POINTS_PER_CHIP } from "@/lib/domain/play/duels/rules";
import { payoutPoints, type Pick, stakedChips } from "@/lib/domain/play/duels/scoring";

export type Replay =
  { phase: "ready" } | { phase: "falling"; ball: number } | { phase: "landed"; ball: number } | { phase: "done" };

export type ReplayEvent = { type: "started" } | { type: "landed" } | { type: "rested" } | { type: "skipped" };

export function replay(state: Replay, event: ReplayEvent, balls: number): Replay {
  if (event.type === "skipped") return { phase: "done" };
  switch (state.phase) {
    case "ready":
    case "done":
      return event.type === "started" ? { phase: "falling", ball: 0 } : state;
    case "falling":
      return event.type === "landed" ? { phase: "landed", ball: state.ball } : state;
    case "landed":
      if (event.type !== "rested") return state;
      return state.ball + 1 < balls ? { phase: "falling", ball: state.ball + 1 } : { phase: "done" };
  }
}

export function landedBalls(state: Replay, balls: number): number {
  switch (state.phase) {
    case "ready":
      return 0;
    case "falling":
      return state.ball;
    case "landed":
      return state.ball + 1;
    case "done":
      return balls;
  }
}

/** A player's points after the first `landedBins` balls: unstaked chips, and what was won so far. */
export function runningScore(picks: readonly Pick[], landedBins: readonly number[]): number {
  return landedBins.reduce(
    (points, landedBin, ball) => points + wonPoints(picks[ball], landedBin),
    POINTS_PER_CHIP * (CHIPS - stakedChips(picks)),
  );
}

export function wonPoints(pick: Pick | undefined, landedBin: number): number {
  return pick && pick.bin === landedBin ? payoutPoints(pick.bin, pick.stake) : 0;
}
