import Link from "next/link";
import { useEffect, useState } from "react";
import { shareHref } from "@/components/posts/share-href";
import { FailureNote } from "@/components/coins/failure-note";
import { CoinAmount } from "@/components/coins/coin-amount";
import { formatNumber } from "@/components/ui/number";
import { changeOf, binNumber, type PlinkoStep } from "@/lib/domain/play/coins/plinko";
import { Icon } from "@/components/ui/icon";
import type { Landed, Play } from "./machine";
import { STEP_MS } from "./flight";

export function Outcome({ play, coins, last }: { play: Play; coins: number; last: Landed | null }) {
  return (
    <div className={BAND}>
      <div role="status" className="contents">
        {play.phase === "result" && <Ended drop={play.drop} coins={coins} />}
      </div>
      {play.phase === "dropping" && <Underway play={play} />}
      {play.phase === "idle" &&
        (play.failure ? (
          <div className="w-full">
            <FailureNote failure={play.failure} callbackURL="/coins" />
          </div>
        ) : (
          <Ready last={last} />
        ))}
    </div>
  );
}

/** As high as its tallest content, so that the layout below does not shift; lower in short windows. */
const BAND =
  "grid place-items-center text-center min-h-18 max-sm:[@media(max-height:47.5rem)]:min-h-14 sm:[@media(max-height:60rem)]:min-h-16";

const LINE = "flex flex-wrap items-center justify-center gap-x-1.5 text-muted";

function Ended({ drop, coins }: { drop: Landed; coins: number }) {
  const number = binNumber(drop.landedBin);
  const change = changeOf(drop.amount, drop.won);
  return (
    <p className="animate-enter-up">
      <span className="sr-only">
        Cup {number}. You {drop.won ? "won" : "lost"} {formatNumber(drop.amount)} and have {formatNumber(coins)} coins.
      </span>
      <span aria-hidden className="flex flex-wrap items-center justify-center gap-x-3">
        <strong
          className={
            drop.won
              ? "font-display text-21 font-bold text-good sm:text-27"
              : "font-display text-17 font-semibold sm:text-21"
          }
        >
          {drop.won ? `Cup ${number} it is!` : `Cup ${number} this time`}
        </strong>
        <CoinAmount
          value={change}
          signed
          className={drop.won ? "font-display text-21 font-bold text-coin-ink sm:text-27" : "text-17 text-muted"}
        />
      </span>
      <Earned drop={drop} />
    </p>
  );
}

function Earned({ drop: { xp = 0, achievements = [] } }: { drop: Landed }) {
  if (xp === 0) return null;
  return (
    <span className="block text-13 text-muted">
      +{formatNumber(xp)} XP{achievements.length > 0 && `, and ${achievements.length} new in your collection`}
    </span>
  );
}

function Underway({ play }: { play: Extract<Play, { phase: "dropping" }> }) {
  const { ball } = play;
  if (ball.at === "hopper")
    return (
      <p className="text-muted">
        {ball.waiting === "retry" ? "The connection dropped. Asking again…" : "Here it goes…"}
      </p>
    );
  if (ball.manner === "steps") return <Steps path={ball.result.path} />;
  return (
    <p className={LINE}>
      <CoinAmount value={play.bet.amount} /> on cup {binNumber(play.bet.bin)}
    </p>
  );
}

function Ready({ last }: { last: Landed | null }) {
  if (!last) return <p className="text-muted">Choose a cup, place your bet, and drop the ball.</p>;
  return (
    <p className={LINE}>
      Last drop: cup {binNumber(last.landedBin)}, <CoinAmount value={changeOf(last.amount, last.won)} signed />
      {last.won && last.dropId && (
        <Link
          href={shareHref(`I won on cup ${binNumber(last.landedBin)}!`, `/coins/drops/${last.dropId}`)}
          prefetch={false}
          className="link"
        >
          Share it
        </Link>
      )}
    </p>
  );
}

/** The path one step at a time, for reduced motion. */
function Steps({ path }: { path: readonly PlinkoStep[] }) {
  const [shown, setShown] = useState(1);
  useEffect(() => {
    const timer = setInterval(() => setShown((steps) => steps + 1), STEP_MS);
    return () => clearInterval(timer);
  }, [path]);
  return (
    <ol aria-hidden className="flex gap-1">
      {path.map(({ direction }, row) => (
        <li key={row} className={row < shown ? "animate-fade text-brand" : "invisible"}>
          <Icon name={ARROWS[direction]} className="size-5" />
        </li>
      ))}
    </ol>
  );
}

const ARROWS = { start: "arrow-down", left: "arrow-left", right: "arrow-right" } as const;
