import clsx from "clsx";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { TableHead } from "@/components/ui/table-head";
import { NEW_RATING } from "@/lib/domain/play/duels/rating";
import type { OwnRating, RankedPlayer } from "@/lib/domain/play/duels/schema";
import { Avatar } from "@/components/ui/avatar";
import { tierOf } from "@/lib/domain/play/duels/rules";
import { formatRating } from "./duel-labels";

export function RatingCard({ rating }: { rating: OwnRating | undefined }) {
  if (!rating)
    return (
      <Card>
        <h2 className="text-21">Your rating</h2>
        <p className="mt-2 text-muted">
          Everybody begins at {NEW_RATING.rating.toLocaleString("en-US")}. Your first duel tells more.
        </p>
      </Card>
    );
  const { wins, losses, draws, provisional, tier } = rating;
  return (
    <Card>
      <h2 className="text-21">Your rating</h2>
      <p className="mt-3 flex flex-wrap items-baseline gap-3">
        <span className="font-display text-47 leading-none font-bold max-tiny:text-35">
          {formatRating(rating.rating, provisional)}
        </span>
        <span className="font-medium">{tier}</span>
      </p>
      <p className="mt-2 text-muted">
        {wins} won · {losses} lost · {draws} drawn
      </p>
      <p className="mt-1 text-13 text-muted">
        {provisional
          ? `Give or take ${Math.round(2 * rating.deviation)}: too uncertain to be ranked yet. Every duel makes it surer.`
          : `Give or take ${Math.round(2 * rating.deviation)}.`}
      </p>
    </Card>
  );
}

export function BestPlayers({ players, ownId }: { players: readonly RankedPlayer[]; ownId: string | undefined }) {
  if (players.length === 0)
    return <p className="text-muted">Nobody is ranked yet: it takes about twenty duels for a rating to be certain.</p>;
  return (
    <table className="w-full">
      <TableHead
        columns={[
          ["Place", "pr-3"],
          ["Player", "w-full"],
          ["Won · lost · drawn", "px-3 text-right whitespace-nowrap max-sm:hidden"],
          ["Rating", "text-right"],
        ]}
      />
      <tbody>
        {players.map(({ rank, user, rating, wins, losses, draws }) => (
          <tr
            key={user.id}
            className={clsx("border-b border-line *:py-2 last:border-0", user.id === ownId && "bg-brand-soft")}
          >
            <td className="font-display font-semibold text-muted">{rank}</td>
            <td className="max-w-0">
              <Link
                href={`/users/${user.handle}`}
                prefetch={false}
                className="flex min-w-0 items-center gap-2.5 hover:underline"
              >
                <Avatar src={user.image} name={user.name} size={32} />
                <span dir="auto" className="truncate font-medium">
                  {user.name}
                </span>
              </Link>
            </td>
            <td className="px-3 text-right text-muted max-sm:hidden">
              {wins} · {losses} · {draws}
            </td>
            <td className="text-right">
              <span className="font-display font-semibold">{formatRating(rating, false)}</span>
              <span className="block text-13 text-muted">{tierOf(rating)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
