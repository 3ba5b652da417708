import { RefusalNote } from "@/components/coins/refusal-note";
import { CoinAmount } from "@/components/ui/coin-amount";
import { formatNumber } from "@/components/ui/number";
import { changeOf } from "@/lib/domain/coins/plinko";
import { cupNumber } from "./cup-number";
import type { Landed, Play } from "./machine";
import { Steps } from "./steps";

type OutcomeProps = { play: Play; coins: number; last: Landed | null };

/** The line under the board, always of one height: what is going on, and how it ended. */
export function Outcome({ play, coins, last }: OutcomeProps) {
  return (
    <div className="grid min-h-18 place-items-center text-center">
      <div role="status" className="contents">
        {play.phase === "result" && <Ended drop={play.drop} coins={coins} />}
      </div>
      {play.phase === "dropping" && <Underway play={play} />}
      {play.phase === "idle" &&
        (play.refusal ? (
          <div className="w-full">
            <RefusalNote refusal={play.refusal} callbackURL="/coins" />
          </div>
        ) : (
          <Ready last={last} />
        ))}
    </div>
  );
}

const LINE = "flex flex-wrap items-center justify-center gap-x-1.5 text-muted";

function Ended({ drop, coins }: { drop: Landed; coins: number }) {
  const cup = cupNumber(drop.landedBin);
  const change = changeOf(drop.amount, drop.won);
  return (
    <p className="animate-enter-up">
      <span className="sr-only">
        Cup {cup}. You {drop.won ? "won" : "lost"} {formatNumber(drop.amount)} and have {formatNumber(coins)} coins.
      </span>
      <span aria-hidden className="flex flex-wrap items-center justify-center gap-x-3">
        <strong
          className={drop.won ? "font-display text-27 font-bold text-good" : "font-display text-21 font-semibold"}
        >
          {drop.won ? `Cup ${cup} it is!` : `Cup ${cup} this time`}
        </strong>
        <CoinAmount
          value={change}
          signed
          className={drop.won ? "font-display text-27 font-bold text-coin-ink" : "text-17 text-muted"}
        />
      </span>
    </p>
  );
}

function Underway({ play }: { play: Extract<Play, { phase: "dropping" }> }) {
  const { ball } = play;
  if (ball.at === "hopper")
    return (
      <p className="text-muted">
        {ball.waiting === "check" ? "The line broke. Looking up what happened…" : "Here it goes…"}
      </p>
    );
  if (ball.manner === "steps") return <Steps path={ball.result.path} />;
  return (
    <p className={LINE}>
      <CoinAmount value={play.bet.amount} /> on cup {cupNumber(play.bet.bin)}
    </p>
  );
}

function Ready({ last }: { last: Landed | null }) {
  if (!last) return <p className="text-muted">Choose a cup, stake your coins, and let go.</p>;
  return (
    <p className={LINE}>
      Last drop: cup {cupNumber(last.landedBin)}, <CoinAmount value={changeOf(last.amount, last.won)} signed />
    </p>
  );
}
