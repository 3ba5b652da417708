"use client";

import { useCallback, useRef, useState, useEffect, useMemo, useReducer } from "react";
import { Board } from "@/components/plinko/board";
import { Button } from "@/components/ui/button";
import { TableHead } from "@/components/ui/table-head";
import type { ProvableDuel } from "@/lib/domain/play/duels/proof";
import { ROLES } from "@/lib/domain/play/duels/rules";
import type { DuelSummary, Duel } from "@/lib/domain/play/duels/schema";
import { BINS, binNumber } from "@/lib/domain/play/coins/plinko";
import { formatPoints, type Pick } from "@/lib/domain/play/duels/scoring";
import { BINS_GRID } from "@/components/plinko/layout";
import { Avatar } from "@/components/ui/avatar";
import { fallMs } from "@/components/plinko/flight";
import { IDLE, type Play } from "@/components/plinko/machine";
import { mannerNow } from "@/components/plinko/manner";
import { fallingBall, landedBall } from "@/components/plinko/unpaid";
import { resultLabel } from "./duel-labels";
import { landedBalls, runningScore, wonPoints, type Replay, replay, type ReplayEvent } from "./replay-state";
import { ScoreBoard } from "./score-board";

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
          <DuelBins duel={duel} ball={current} />
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
  return `Ball ${ball + 1} landed in cup ${binNumber(landedBin)}. ${wins.join(", ")}.`;
}

function BallTable({ duel, landed }: { duel: DuelSummary & ProvableDuel; landed: number }) {
  const { balls, plays, challenger, opponent } = duel;
  return (
    <table className="w-full">
      <TableHead columns={[["Ball"], ["Cup"], [challenger.name, PLAYER], [opponent.name, PLAYER]]} />
      <tbody>
        {balls.map(({ landedBin }, ball) => {
          const fallen = ball < landed ? landedBin : null;
          return (
            <tr key={ball} className="border-b border-line *:py-2 last:border-0">
              <th scope="row" className="text-left font-normal text-muted">
                {ball + 1}
              </th>
              <td className="font-display font-semibold">{fallen === null ? "–" : binNumber(fallen)}</td>
              <Chosen pick={plays.challenger.picks[ball]} landedBin={fallen} />
              <Chosen pick={plays.opponent.picks[ball]} landedBin={fallen} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const PLAYER = "max-w-0 truncate pl-2 text-right";

function Chosen({ pick, landedBin }: { pick: Pick | undefined; landedBin: number | null }) {
  if (!pick || pick.stake === 0) return <td className="pl-2 text-right text-muted">nothing</td>;
  const won = landedBin === null ? null : wonPoints(pick, landedBin);
  return (
    <td className="pl-2 text-right">
      {pick.stake} on {binNumber(pick.bin)}
      <span className={won ? "block text-13 font-medium text-good" : "block min-h-5 text-13 text-muted"}>
        {won === null ? "" : won > 0 ? `+${formatPoints(won)}` : "lost"}
      </span>
    </td>
  );
}

function DuelBins({ duel, ball }: { duel: DuelSummary & ProvableDuel; ball: number | null }) {
  return (
    <div aria-hidden className="absolute inset-x-0 bottom-0 grid grid-cols-5" style={BINS_GRID}>
      {Array.from({ length: BINS }, (_, bin) => (
        <div key={bin} className="row-span-2 grid grid-rows-subgrid text-wood-ink">
          <div className="flex flex-col items-center justify-start gap-1 pt-1">
            {ball !== null &&
              ROLES.filter((side) => isStakedOn(duel, side, ball, bin)).map((side) => (
                <span
                  key={side}
                  className="flex items-center gap-1 rounded-full bg-wood py-px pr-1.5 pl-px text-13 leading-none font-semibold"
                >
                  <Avatar src={duel[side].image} name={duel[side].name} size={24} />
                  {duel.plays[side].picks[ball]?.stake}
                </span>
              ))}
          </div>
          <span className="self-center text-center font-display text-17 font-bold sm:text-21">{binNumber(bin)}</span>
        </div>
      ))}
    </div>
  );
}

function isStakedOn({ plays }: ProvableDuel, side: (typeof ROLES)[number], ball: number, bin: number): boolean {
  const pick = plays[side].picks[ball];
  return pick !== undefined && pick.stake > 0 && pick.bin === bin;
}

type Balls = NonNullable<Duel["balls"]>;
/** Whether a ball won anything for either player, in which case the board throws its brass dots. */
type IsWon = (ball: number) => boolean;

/** How long a ball lies in its cup before the next one falls. */
const REST_MS = 900;

function useReplay(balls: Balls, isWon: IsWon): { state: Replay; play: Play; start(): void; skip(): void } {
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

/** Shows a duel's ball on the Plinko board. */
function playOf(state: Replay, balls: Balls, isWon: IsWon): Play {
  if (state.phase === "ready") return IDLE;
  const ball = state.phase === "done" ? balls.length - 1 : state.ball;
  if (state.phase === "falling") return fallingBall(balls[ball]!);
  return landedBall(balls[ball]!, state.phase === "done" || isWon(ball));
}
