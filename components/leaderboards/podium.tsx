import clsx from "clsx";
import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import { formatNumber } from "@/components/ui/number";
import type { Standing } from "@/lib/domain/leaderboards/schema";
import type { Metric } from "./metric-words";
import { Score } from "./score";

interface PodiumProps {
  /** Up to three, the first first. */
  standings: readonly Standing[];
  metric: Metric;
  ownId: string | undefined;
}

/** The three best, standing on wood from the board: the higher the better, the first in the middle. */
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
              <span className="line-clamp-2 font-semibold break-words group-hover:underline">{standing.user.name}</span>
              <span className="block truncate text-13 text-muted">
                {standing.user.id === ownId ? "That is you" : `@${standing.user.handle}`}
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
              <span className="sr-only">Place </span>
              {standing.rank}
            </span>
            <Score value={standing.score} metric={metric} alone className="font-display text-17 font-semibold" />
            <span className="text-13 opacity-80">
              {formatNumber(standing.gamesPlayed)} {standing.gamesPlayed === 1 ? "drop" : "drops"}
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** By rank. The list reads in order of rank; only the eye finds the first in the middle. */
const PLACES = [
  { column: "order-2", height: "min-h-44" },
  { column: "order-1", height: "min-h-36" },
  { column: "order-3", height: "min-h-28" },
];
