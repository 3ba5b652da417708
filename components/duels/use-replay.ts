import { useCallback, useEffect, useMemo, useReducer } from "react";
import { fallMs } from "@/components/plinko/flight";
import { IDLE, type Play } from "@/components/plinko/machine";
import { prefersReducedMotion } from "@/components/ui/prefers-reduced-motion";
import type { Duel } from "@/lib/domain/duels/schema";
import { type Replay, replay, type ReplayEvent } from "./replay-state";

type Balls = NonNullable<Duel["balls"]>;
/** Whether a ball won anything for either player, in which case the board throws its brass dots. */
type IsWon = (ball: number) => boolean;

/** How long a ball lies in its cup before the next one falls. */
const REST_MS = 900;

/** Drives the replay, and returns what the board shows. */
export function useReplay(balls: Balls, isWon: IsWon): { state: Replay; play: Play; start(): void; skip(): void } {
  const [state, dispatch] = useReducer((from: Replay, event: ReplayEvent) => replay(from, event, balls.length), {
    phase: "ready",
  } as Replay);
  useEffect(() => {
    if (state.phase !== "falling" && state.phase !== "landed") return;
    const path = balls[state.ball]!.path;
    const waitMs = state.phase === "falling" ? fallMs(path, mannerNow()) : REST_MS;
    const timer = setTimeout(() => dispatch({ type: state.phase === "falling" ? "landed" : "rested" }), waitMs);
    return () => clearTimeout(timer);
  }, [state, balls]);
  const play = useMemo(() => playOf(state, balls, isWon), [state, balls, isWon]);
  const start = useCallback(() => dispatch({ type: "started" }), []);
  const skip = useCallback(() => dispatch({ type: "skipped" }), []);
  return { state, play, start, skip };
}

const mannerNow = () => (prefersReducedMotion() ? "steps" : "travel");

/** Shows a duel's ball on the Plinko board like any drop; nothing is bet or paid. */
function playOf(state: Replay, balls: Balls, isWon: IsWon): Play {
  if (state.phase === "ready") return IDLE;
  const ball = state.phase === "done" ? balls.length - 1 : state.ball;
  const { path, landedBin } = balls[ball]!;
  const bet = { bin: landedBin, amount: 0 };
  const result = { path, landedBin, won: true, payout: 0, newBalance: 0, fairness: NO_FAIRNESS };
  if (state.phase === "falling")
    return { phase: "dropping", bet, ball: { at: "pegs", result, manner: mannerNow(), since: performance.now() } };
  return {
    phase: "result",
    drop: { ...bet, landedBin, won: state.phase === "done" || isWon(ball), payout: 0, fairness: NO_FAIRNESS },
  };
}

const NO_FAIRNESS = { serverSeedHash: "", clientSeed: "", nonce: 0 };
