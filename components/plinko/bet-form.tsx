import { CoinAmount, CoinSign } from "@/components/coins/coin-amount";
import { Button } from "@/components/ui/button";
import { controlStyle } from "@/components/ui/control-style";
import { binNumber, changeOf, WIN_XP } from "@/lib/domain/play/coins/plinko";
import { countCoins, MAX_BET, MIN_BET, PAYOUT_FACTOR } from "@/lib/domain/play/coins/rules";
import type { Play } from "./machine";

interface BetFormProps {
  typed: string;
  onType: (typed: string) => void;
  coins: number;
  /** The chosen cup. */
  bin: number;
  play: Play;
  problem: boolean;
}

export function BetForm({ typed, onType, coins, bin, play, problem }: BetFormProps) {
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
          <input
            inputMode="numeric"
            autoComplete="off"
            name="amount"
            value={typed}
            // Unlike `disabled`, this keeps the focus.
            readOnly={isLocked}
            onChange={(event) => onType(event.target.value)}
            aria-invalid={problem || undefined}
            className={`${controlStyle} h-(--control) pr-2 pl-9 font-display font-semibold read-only:bg-hover read-only:text-muted`}
          />
        </label>
        <DropButton play={play} />
      </div>
      <WhatAWinPays typed={typed} coins={coins} bin={bin} />
    </div>
  );
}

function WhatAWinPays({ typed, coins, bin }: { typed: string; coins: number; bin: number }) {
  const bet = readAmount(typed, coins);
  return (
    <p className="basis-full text-13 text-muted">
      Every cup pays {PAYOUT_FACTOR} ×
      {"amount" in bet && (
        <>
          {" "}
          · cup {binNumber(bin)} wins <CoinAmount value={changeOf(bet.amount, true)} /> and {WIN_XP[bin]} XP
        </>
      )}
    </p>
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

/** The quick bets; some depend on the balance. */
export const QUICK_AMOUNTS: readonly { label: string; of: (coins: number) => number }[] = [
  { label: "1", of: () => 1 },
  { label: "5", of: () => 5 },
  { label: "10", of: () => 10 },
  { label: "Half", of: (coins) => within(Math.floor(coins / 2)) },
  { label: "All", of: (coins) => within(coins) },
];

/** Parses a bet as typed, with or without thousands separators, or says what is wrong with it. */
export function readAmount(typed: string, coins: number): { amount: number } | { problem: string } {
  if (!WHOLE_NUMBER.test(typed.trim())) return { problem: "Enter a whole number of coins, 1 or more." };
  const amount = Number(typed.replaceAll(",", ""));
  if (amount < MIN_BET) return { problem: "Bet at least 1 coin." };
  if (amount > MAX_BET) return { problem: `Bet at most ${countCoins(MAX_BET)} at a time.` };
  if (amount > coins) return { problem: tooPoor(coins) };
  return { amount };
}

const WHOLE_NUMBER = /^(\d+|\d{1,3}(,\d{3})+)$/;

function within(amount: number): number {
  return Math.min(Math.max(amount, MIN_BET), MAX_BET);
}

function tooPoor(coins: number): string {
  if (coins === 0) return "You have no coins left. Claim some, then try again.";
  return `You have ${countCoins(coins)}, so bet that much or less.`;
}
