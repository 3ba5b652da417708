import { formatNumber } from "@/components/ui/number";
import { RelativeTime } from "@/components/ui/relative-time";
import type { LedgerEntry } from "@/lib/domain/play/coins/schema";

type Point = Pick<LedgerEntry, "balance" | "createdAt">;

/** The balance as a step plot. `entries` are newest first. */
export function BalancePlot({ entries }: { entries: readonly Point[] }) {
  const points = entries.toReversed();
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return null;
  const { line, area, low, high } = plotOf(points.map(({ balance }) => balance));
  return (
    <figure>
      <div className="relative">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`Balance over the last ${points.length} changes: from ${formatNumber(first.balance)} to ${formatNumber(last.balance)} coins, lowest ${formatNumber(low)}, highest ${formatNumber(high)}.`}
          className="h-36 w-full overflow-visible"
        >
          <path d={area} className="fill-coin-soft" />
          <path
            d={line}
            className="fill-none stroke-coin-ink"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span aria-hidden className="absolute top-0 left-0 -translate-y-1/2 bg-surface pr-1 text-13 text-muted">
          {formatNumber(high)}
        </span>
        <span aria-hidden className="absolute bottom-0 left-0 translate-y-1/2 bg-surface pr-1 text-13 text-muted">
          {formatNumber(low)}
        </span>
      </div>
      <figcaption className="mt-3 flex justify-between gap-4 text-13 text-muted">
        <RelativeTime at={first.createdAt} />
        <span>{formatNumber(points.length)} changes</span>
        <RelativeTime at={last.createdAt} />
      </figcaption>
    </figure>
  );
}

type Plot = { line: string; area: string; low: number; high: number };

/** A step line scaled to a square of 100 by 100. */
export function plotOf(figures: readonly number[]): Plot {
  const low = Math.min(...figures);
  const high = Math.max(...figures);
  const x = (index: number) => round((index / figures.length) * 100);
  const y = (figure: number) => round(high === low ? 50 : ((high - figure) / (high - low)) * 100);
  const line =
    figures.map((figure, index) => (index === 0 ? `M0 ${y(figure)}` : `H${x(index)}V${y(figure)}`)).join("") + "H100";
  return { line, area: `${line}V100H0Z`, low, high };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
