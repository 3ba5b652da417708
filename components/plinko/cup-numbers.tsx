import clsx from "clsx";
import { BINS, binNumber } from "@/lib/domain/play/coins/plinko";
import { BINS_GRID } from "./layout";
import style from "./plinko.module.css";

/** The cups of a board on which nothing is chosen; the one where the ball landed lights up. */
export function CupNumbers({ landedBin }: { landedBin: number | null }) {
  return (
    <div aria-hidden className="absolute inset-x-0 bottom-0 grid grid-cols-5" style={BINS_GRID}>
      {Array.from({ length: BINS }, (_, bin) => (
        <div
          key={bin}
          className={clsx("relative isolate row-span-2 m-0.5 grid grid-rows-subgrid", landedBin === bin && style.wins)}
        >
          <span className="row-start-2 self-center text-center font-display text-17 leading-none font-bold text-wood-ink">
            {binNumber(bin)}
          </span>
        </div>
      ))}
    </div>
  );
}
