import clsx from "clsx";
import { BINS, changeOf, cupNumber } from "@/lib/domain/coins/plinko";
import { formatNumber } from "@/components/ui/number";
import { DROPS_SHOWN } from "./game";
import type { Landed } from "./machine";

/** The last drops as a small grid: a column per drop, a row per cup, the newest on the right. */
export function DropHistory({ drops }: { drops: readonly Landed[] }) {
  const columns = [...drops].reverse();
  const bare = Array.from({ length: DROPS_SHOWN - columns.length });
  return (
    <figure className="flex flex-wrap items-center gap-3">
      <figcaption className="text-13 text-muted">
        Last {DROPS_SHOWN}
        <span className="sr-only"> drops, oldest first</span>
      </figcaption>
      <ol className="flex gap-1.5">
        {bare.map((_, index) => (
          <li key={`bare-${index}`} aria-hidden>
            <Column landed={null} />
          </li>
        ))}
        {columns.map((drop) => (
          <li key={`${drop.fairness.serverSeedHash}:${drop.fairness.nonce}`} title={dropLabel(drop)}>
            <span className="sr-only">{dropLabel(drop)}</span>
            <Column landed={drop} />
          </li>
        ))}
      </ol>
    </figure>
  );
}

function Column({ landed }: { landed: Landed | null }) {
  return (
    <span aria-hidden className="flex flex-col items-center gap-1">
      {Array.from({ length: BINS }, (_, bin) => (
        <span
          key={bin}
          className={clsx(
            "size-2 rounded-full",
            landed?.landedBin !== bin
              ? "scale-50 bg-line"
              : landed.won
                ? "animate-enter bg-coin ring-1 ring-coin-ink"
                : "animate-enter bg-muted",
          )}
        />
      ))}
    </span>
  );
}

function dropLabel(drop: Landed): string {
  const change = changeOf(drop.amount, drop.won);
  return `Cup ${cupNumber(drop.landedBin)}: ${drop.won ? "won" : "lost"} ${formatNumber(Math.abs(change))}`;
}
