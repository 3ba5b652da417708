"use client";

import { useCallback, useRef, useState } from "react";
import { Board } from "@/components/plinko/board";
import { cupNumber } from "@/components/plinko/cup-number";
import { Button } from "@/components/ui/button";
import type { ProvableDuel } from "@/lib/domain/duels/proof";
import { formatPoints } from "@/lib/domain/duels/points";
import { ROLES } from "@/lib/domain/duels/rules";
import type { DuelSummary } from "@/lib/domain/duels/schema";
import { BallTable } from "./ball-table";
import { DuelCups } from "./duel-cups";
import { resultLabel } from "./duel-labels";
import { landedBalls, runningScore, wonPoints } from "./replay-state";
import { ScoreBoard } from "./score-board";
import { useReplay } from "./use-replay";

type DuelReplayProps = { duel: DuelSummary & ProvableDuel; viewerId: string | undefined };

/** The five balls, one after another, for both sides at once. The result shows once they have landed or are skipped. */
export function DuelReplay({ duel, viewerId }: DuelReplayProps) {
  const { balls, plays } = duel;
  const isWon = useCallback(
    (ball: number) => ROLES.some((role) => wonPoints(plays[role].picks[ball], balls[ball]!.landedBin) > 0),
    [plays, balls],
  );
  const { state, play, start, skip } = useReplay(balls, isWon);
  const stage = useRef<HTMLDivElement>(null);
  const [activated, setActivated] = useState(false);
  const landed = balls.slice(0, landedBalls(state, balls.length)).map(({ landedBin }) => landedBin);
  const isDone = state.phase === "done";
  const current = state.phase === "falling" || state.phase === "landed" ? state.ball : null;
  const scores = {
    challenger: runningScore(plays.challenger.picks, landed),
    opponent: runningScore(plays.opponent.picks, landed),
  };
  const begin = () => {
    setActivated(true);
    stage.current?.scrollIntoView({ block: "nearest" });
    start();
  };

  return (
    <section aria-label="Replay" className="grid gap-5">
      <ScoreBoard duel={duel} scores={scores} viewerId={viewerId} isDone={isDone} />
      <div
        ref={stage}
        className="mx-auto w-full max-w-[min(32rem,56svh)] scroll-my-20"
        onPointerEnter={() => setActivated(true)}
      >
        <Board play={play} activated={activated} onSkip={() => {}}>
          <DuelCups duel={duel} ball={current} />
        </Board>
        <p role="status" className="mt-3 min-h-6 text-center text-muted">
          {state.phase === "landed" && landing(duel, state.ball)}
          {isDone && resultLabel(duel, scores)}
          {state.phase === "falling" && `Ball ${state.ball + 1} of ${balls.length}`}
        </p>
        <div className="mt-2 flex justify-center gap-3">
          {state.phase === "ready" && (
            <>
              <Button variant="primary" onFocus={() => setActivated(true)} onClick={begin}>
                Drop the five balls
              </Button>
              <Button onClick={skip}>Show the result</Button>
            </>
          )}
          {current !== null && <Button onClick={skip}>Skip to the end</Button>}
          {isDone && <Button onClick={begin}>Watch again</Button>}
        </div>
      </div>
      <BallTable duel={duel} landed={landed.length} />
    </section>
  );
}

function landing(duel: DuelReplayProps["duel"], ball: number): string {
  const { landedBin } = duel.balls[ball]!;
  const wins = ROLES.map((role) => {
    const points = wonPoints(duel.plays[role].picks[ball], landedBin);
    return `${duel[role].name} wins ${points > 0 ? formatPoints(points) : "nothing"}`;
  });
  return `Ball ${ball + 1} landed in cup ${cupNumber(landedBin)}. ${wins.join(", ")}.`;
}
