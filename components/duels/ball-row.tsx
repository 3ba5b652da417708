import { Icon } from "@/components/ui/icon";
import type { MouseEvent } from "react";
import { cupNumber } from "@/components/plinko/cup-number";
import { controlStyle } from "@/components/ui/control-style";
import { IconButton } from "@/components/ui/icon-button";
import { BINS } from "@/lib/domain/coins/plinko";
import { CHIPS } from "@/lib/domain/duels/rules";
import type { Pick } from "@/lib/domain/duels/scoring";
import { payoutLabel } from "./payout";

const STEP = 5;

interface BallRowProps {
  ball: number;
  pick: Pick;
  names: { bin: string; stake: string };
}

/** One ball: a choice of five cups with their payouts, and the chips staked. */
export function BallRow({ ball, pick, names }: BallRowProps) {
  return (
    <fieldset className="grid gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-3 sm:grid-cols-[3.5rem_minmax(0,1fr)_auto] sm:items-center">
      <legend className="sr-only">Ball {ball + 1}</legend>
      <span aria-hidden className="font-display font-semibold">
        Ball {ball + 1}
      </span>
      <div className="grid grid-cols-5 overflow-hidden rounded-control bg-wood text-wood-ink">
        {Array.from({ length: BINS }, (_, bin) => (
          <label key={bin} className={CUP}>
            <input type="radio" name={names.bin} value={bin} defaultChecked={bin === pick.bin} className="sr-only" />
            <span className="font-display text-17 leading-tight font-bold">
              <span className="sr-only">Cup </span>
              {cupNumber(bin)}
            </span>
            <span className="text-13 leading-tight">
              <span className="sr-only">, pays </span>
              {payoutLabel(bin)}
            </span>
          </label>
        ))}
      </div>
      <div className="flex items-center justify-end gap-1">
        <IconButton label={`${STEP} chips less on ball ${ball + 1}`} onClick={step(-STEP)}>
          <Icon name="minus" />
        </IconButton>
        <label>
          <span className="sr-only">Chips on ball {ball + 1}</span>
          <input
            type="number"
            inputMode="numeric"
            name={names.stake}
            defaultValue={pick.stake}
            min={0}
            max={CHIPS}
            step={1}
            required
            className={`${controlStyle} h-(--control) w-18 [appearance:textfield] text-center font-display font-semibold [&::-webkit-inner-spin-button]:appearance-none`}
          />
        </label>
        <IconButton label={`${STEP} chips more on ball ${ball + 1}`} onClick={step(STEP)}>
          <Icon name="plus" />
        </IconButton>
      </div>
    </fieldset>
  );
}

const CUP =
  "grid min-h-12 cursor-pointer justify-items-center gap-0.5 rounded-control border-2 border-transparent py-1.5 transition-colors " +
  "hover:not-has-checked:border-wood-ink/35 has-checked:border-(--chosen,var(--wood-ink)) has-checked:bg-wood-ink has-checked:text-wood " +
  "has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-brand";

/** Changes the stake next to the button, and notifies the form as if it had been typed. */
function step(chips: number) {
  return ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const input = currentTarget.parentElement?.querySelector("input");
    if (!input) return;
    const value = Math.min(CHIPS, Math.max(0, (input.valueAsNumber || 0) + chips));
    input.value = String(value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
}
