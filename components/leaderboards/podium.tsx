import clsx from "clsx";
import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import { formatNumber } from "@/components/ui/number";
import type { Standing } from "@/lib/domain/leaderboards/schema";
import { METRIC_LABELS, type Metric } from "./metric-labels";
import { Score } from "./score";

interface PodiumProps {
  /** Up to three, best first. */
  standings: readonly Standing[];
  metric: Metric;
  ownId: string | undefined;
}

/** The top three on a podium. */
export function Podium({ standings, metric, ownId }: PodiumProps) {
  return (
    <ol className="mt-8 grid grid-cols-3 items-end gap-2 sm:gap-4">
      {standings.map((standing) => (
        <li
          key={standing.user.id}
          className={clsx("grid min-w-0 justify-items-center text-center", PLACES[standing.rank - 1]?.column)}
        >
          <Link
            href={`/users/${standing.user.handle}`}
            className="group grid max-w-full justify-items-center gap-2 rounded-card"
          >
            <Avatar
              src={standing.user.image}
              name={standing.user.name}
              size={standing.rank === 1 ? 96 : 64}
              className="ring-4 ring-surface"
            />
            <span className="max-w-full min-w-0">
              <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere group-hover:underline">
                {standing.user.name}
              </span>
              <span className="block truncate text-13 text-muted">
                {standing.user.id === ownId ? "You" : `@${standing.user.handle}`}
              </span>
            </span>
          </Link>
          <div
            className={clsx(
              "mt-3 grid w-full content-start justify-items-center gap-1 rounded-t-card bg-wood pt-3 text-wood-ink",
              PLACES[standing.rank - 1]?.height,
            )}
          >
            <span className="font-display text-35 leading-none font-bold">
              <span className="sr-only">Rank </span>
              {standing.rank}
            </span>
            <Score value={standing.score} metric={metric} alone className="font-display text-17 font-semibold" />
            <span className="text-13 opacity-80">
              {formatNumber(standing.gamesPlayed)} {METRIC_LABELS[metric].games[standing.gamesPlayed === 1 ? 0 : 1]}
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** By rank. Only visually is the first in the middle; the list stays in order. */
const PLACES = [
  { column: "col-start-2 row-start-1", height: "min-h-44" },
  { column: "col-start-1 row-start-1", height: "min-h-36" },
  { column: "col-start-3 row-start-1", height: "min-h-28" },
];
