import clsx from "clsx";
import { CoinAmount } from "@/components/coins/coin-amount";
import { BINS, changeOf, binNumber, ODDS, ODDS_OF } from "@/lib/domain/play/coins/plinko";
import { BINS_GRID } from "./layout";
import type { Landed } from "./machine";
import style from "./plinko.module.css";

type BinChoiceProps = { chosen: number; onChoose: (bin: number) => void; disabled: boolean; landed: Landed | null };

export function BinChoice({ chosen, onChoose, disabled, landed }: BinChoiceProps) {
  return (
    <div
      role="radiogroup"
      aria-label="Cup to bet on"
      className="absolute inset-x-0 bottom-0 grid grid-cols-5"
      style={BINS_GRID}
    >
      {Array.from({ length: BINS }, (_, bin) => (
        <label
          key={bin}
          className={clsx(
            "group relative isolate row-span-2 m-0.5 grid grid-rows-subgrid rounded-[0.6rem] border-2 border-transparent sm:m-1",
            "not-has-aria-disabled:hover:not-has-checked:border-wood-ink/35 has-checked:border-(--chosen) has-focus-visible:outline-2 has-focus-visible:-outline-offset-4 has-focus-visible:outline-wood-ink",
            landed?.landedBin === bin && (landed.won ? style.wins : style.answers),
          )}
        >
          <input
            type="radio"
            name="bin"
            value={bin}
            checked={chosen === bin}
            // Unlike `disabled`, this keeps the focus.
            aria-disabled={disabled}
            onChange={() => disabled || onChoose(bin)}
            className="sr-only"
          />
          {landed?.won && landed.landedBin === bin && (
            <span aria-hidden className={style.rise}>
              <CoinAmount value={changeOf(landed.amount, true)} signed />
            </span>
          )}
          <span className="row-start-2 flex flex-col items-center justify-center text-wood-ink transition-colors group-has-checked:text-(--chosen)">
            <span className="font-display text-17 leading-none font-bold sm:text-21 sm:leading-tight">
              <span className="sr-only">Cup </span>
              {binNumber(bin)}
            </span>
            <span className="text-13 leading-tight">
              <span className="sr-only">, odds </span>
              {ODDS[bin]} in {ODDS_OF}
            </span>
          </span>
        </label>
      ))}
    </div>
  );
}
