import { TableHead } from "@/components/ui/table-head";
import { LinkTabs } from "@/components/ui/link-tabs";
import { GAME_KEYS, type GameKey, GAMES } from "@/lib/domain/play/leaderboards/rules";
import type { ReactNode } from "react";
import clsx from "clsx";
import Link from "next/link";
import type { RankedPlayer } from "@/lib/domain/play/leaderboards/schema";
import { Avatar } from "@/components/ui/avatar";
import { formatNumber } from "@/components/ui/number";
import { type Metric, METRIC_LABELS, Score } from "./score";

const ON_PODIUM = 3;

interface BoardProps {
  ranking: readonly RankedPlayer[];
  /** The viewer's own rank, where it is below the others. */
  below?: RankedPlayer | null;
  metric: Metric;
  ownId: string | undefined;
  /** Shown instead of the podium while nobody is on the board. */
  empty: ReactNode;
}

export function Board({ ranking, below = null, metric, ownId, empty }: BoardProps) {
  const rest = ranking.slice(ON_PODIUM);
  return (
    <>
      {ranking.length > 0 ? (
        <Podium ranking={ranking.slice(0, ON_PODIUM)} metric={metric} ownId={ownId} />
      ) : (
        <div className="mt-6">{empty}</div>
      )}
      {(rest.length > 0 || below) && <RankingTable ranking={rest} below={below} metric={metric} ownId={ownId} />}
    </>
  );
}

interface PodiumProps {
  /** Up to three, best first. */
  ranking: readonly RankedPlayer[];
  metric: Metric;
  ownId: string | undefined;
}

function Podium({ ranking, metric, ownId }: PodiumProps) {
  return (
    <ol className="mt-8 grid grid-cols-3 items-end gap-2 sm:gap-4">
      {ranking.map((player) => (
        <li
          key={player.user.id}
          className={clsx("grid min-w-0 justify-items-center text-center", PLACES[player.rank - 1]?.column)}
        >
          <Link
            href={`/users/${player.user.handle}`}
            className="group grid max-w-full justify-items-center gap-2 rounded-card"
          >
            <Avatar
              src={player.user.image}
              name={player.user.name}
              size={player.rank === 1 ? 96 : 64}
              className="ring-4 ring-surface"
            />
            <span className="max-w-full min-w-0">
              <span dir="auto" className="line-clamp-2 font-semibold wrap-anywhere group-hover:underline">
                {player.user.name}
              </span>
              <span className="block truncate text-13 text-muted">
                {player.user.id === ownId ? "You" : `@${player.user.handle}`}
              </span>
            </span>
          </Link>
          <div
            className={clsx(
              "mt-3 grid w-full content-start justify-items-center gap-1 rounded-t-card bg-wood pt-3 text-wood-ink",
              PLACES[player.rank - 1]?.height,
            )}
          >
            <span className="font-display text-35 leading-none font-bold">
              <span className="sr-only">Rank </span>
              {player.rank}
            </span>
            <Score value={player.score} metric={metric} alone className="font-display text-17 font-semibold" />
            <span className="text-13 opacity-80">
              {formatNumber(player.gamesPlayed)} {METRIC_LABELS[metric].games[player.gamesPlayed === 1 ? 0 : 1]}
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

interface RankingTableProps {
  ranking: readonly RankedPlayer[];
  below: RankedPlayer | null;
  metric: Metric;
  ownId: string | undefined;
}

function RankingTable({ ranking, below, metric, ownId }: RankingTableProps) {
  const { title, games } = METRIC_LABELS[metric];
  return (
    <table className="w-full border-t-4 border-wood">
      <TableHead
        columns={[
          ["Rank", "pr-3 pl-2 sm:pr-4"],
          ["Player", "w-full"],
          [title, "px-3 text-right whitespace-nowrap max-tiny:px-1 max-tiny:whitespace-normal sm:px-4"],
          [games[1], "pr-2 text-right capitalize max-tiny:hidden"],
        ]}
      />
      <tbody>
        {ranking.map((player) => (
          <Row key={player.user.id} player={player} metric={metric} own={player.user.id === ownId} />
        ))}
        {below && <Row player={below} metric={metric} own apart />}
      </tbody>
    </table>
  );
}

type RowProps = { player: RankedPlayer; metric: Metric; own: boolean; apart?: boolean };

function Row({ player: { rank, user, score, gamesPlayed }, metric, own, apart = false }: RowProps) {
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

export function GameTabs({ current, hrefOf }: { current: GameKey; hrefOf: (game: GameKey) => string }) {
  const tabs = GAME_KEYS.map((key) => ({ href: hrefOf(key), label: GAMES[key].title, current: key === current }));
  return <LinkTabs label="Games" tabs={tabs} />;
}
