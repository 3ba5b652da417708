import { CoinSign } from "@/components/coins/coin-sign";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { QUICK_AMOUNTS } from "./amounts";
import type { Play } from "./machine";

type BetFormProps = { typed: string; onType: (typed: string) => void; coins: number; play: Play; problem: boolean };

/** The amount and the button, on one line or two. The cup is chosen on the board. */
export function BetForm({ typed, onType, coins, play, problem }: BetFormProps) {
  const isLocked = play.phase !== "idle";
  return (
    <div className="flex flex-wrap gap-2">
      <fieldset disabled={isLocked} className="flex min-w-0 grow basis-full flex-wrap gap-2 sm:basis-auto">
        <legend className="sr-only">Bet</legend>
        {QUICK_AMOUNTS.map(({ label, of }) => (
          <Button
            key={label}
            onClick={() => onType(String(of(coins)))}
            className="min-w-9 grow px-2.5"
            aria-label={`Bet ${label.toLowerCase()}`}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <div className="flex min-w-0 grow basis-58 flex-wrap gap-2">
        <label className="relative min-w-24 grow basis-0 max-sm:min-w-32">
          <span className="sr-only">Coins to bet</span>
          <CoinSign className="absolute top-1/2 left-3 -translate-y-1/2" />
          <Input
            inputMode="numeric"
            autoComplete="off"
            name="amount"
            value={typed}
            // Unlike `disabled`, this keeps the focus.
            readOnly={isLocked}
            onChange={(event) => onType(event.target.value)}
            aria-invalid={problem || undefined}
            className="pr-2 pl-9 font-display font-semibold read-only:opacity-55"
          />
        </label>
        <DropButton play={play} />
      </div>
    </div>
  );
}

/** Stays focusable while the ball falls, so that Enter drops another. */
function DropButton({ play }: { play: Play }) {
  const isPaused = play.phase !== "idle" || play.failure?.kind === "rate-limited";
  return (
    <Button type="submit" variant="primary" aria-disabled={isPaused || undefined} className="grow sm:grow-0">
      Drop the ball
    </Button>
  );
}
