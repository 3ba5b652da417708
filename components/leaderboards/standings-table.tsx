import clsx from "clsx";
import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import { formatNumber } from "@/components/ui/number";
import type { Standing } from "@/lib/domain/leaderboards/schema";
import { METRIC_LABELS, type Metric } from "./metric-labels";
import { Score } from "./score";

interface StandingsTableProps {
  standings: readonly Standing[];
  /** The viewer's own standing, where it is below the table. */
  below: Standing | null;
  metric: Metric;
  ownId: string | undefined;
}

export function StandingsTable({ standings, below, metric, ownId }: StandingsTableProps) {
  return (
    <table className="w-full border-t-4 border-wood">
      <thead>
        <tr className="border-b border-line text-13 text-muted *:py-2 *:font-medium">
          <th scope="col" className="pr-3 pl-2 text-left sm:pr-4">
            Rank
          </th>
          <th scope="col" className="w-full text-left">
            Player
          </th>
          <th
            scope="col"
            className="px-3 text-right whitespace-nowrap max-tiny:px-1 max-tiny:whitespace-normal sm:px-4"
          >
            {METRIC_LABELS[metric].title}
          </th>
          <th scope="col" className="pr-2 text-right capitalize max-tiny:hidden">
            {METRIC_LABELS[metric].games[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {standings.map((standing) => (
          <Row key={standing.user.id} standing={standing} metric={metric} own={standing.user.id === ownId} />
        ))}
        {below && <Row standing={below} metric={metric} own apart />}
      </tbody>
    </table>
  );
}

function Row({
  standing: { rank, user, score, gamesPlayed },
  metric,
  own,
  apart = false,
}: {
  standing: Standing;
  metric: Metric;
  own: boolean;
  apart?: boolean;
}) {
  return (
    <tr
      className={clsx(
        "border-b border-line *:py-2 last:border-0",
        own && "bg-brand-soft",
        apart && "border-t-4 border-t-line",
      )}
    >
      <td className="pl-2 font-display font-semibold text-muted">{formatNumber(rank)}</td>
      <td className="max-w-0 min-w-0">
        <Link
          href={`/users/${user.handle}`}
          className="flex min-w-0 items-center gap-2 rounded-control hover:underline sm:gap-3"
        >
          <Avatar src={user.image} name={user.name} size={32} />
          <span className="line-clamp-2 min-w-0 sm:line-clamp-1">
            <span className="font-medium">{user.name}</span>{" "}
            <span className={clsx("text-muted", !own && "max-sm:hidden")}>{own ? "you" : `@${user.handle}`}</span>
          </span>
        </Link>
      </td>
      <td className="px-3 text-right max-tiny:px-1 sm:px-4">
        <Score value={score} metric={metric} className="font-display font-semibold" />
      </td>
      <td className="pr-2 text-right text-muted max-tiny:hidden">{formatNumber(gamesPlayed)}</td>
    </tr>
  );
}
