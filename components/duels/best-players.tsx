import clsx from "clsx";
import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import type { RankedPlayer } from "@/lib/domain/duels/schema";
import { tierOf } from "@/lib/domain/duels/rules";
import { formatRating } from "./duel-labels";

/** The best players, without provisional ratings. */
export function BestPlayers({ players, ownId }: { players: readonly RankedPlayer[]; ownId: string | undefined }) {
  if (players.length === 0)
    return <p className="text-muted">Nobody is ranked yet: it takes about twenty duels for a rating to be certain.</p>;
  return (
    <table className="w-full">
      <thead>
        <tr className="border-b border-line text-13 text-muted *:py-2 *:font-medium">
          <th scope="col" className="pr-3 text-left">
            Place
          </th>
          <th scope="col" className="w-full text-left">
            Player
          </th>
          <th scope="col" className="px-3 text-right whitespace-nowrap max-sm:hidden">
            Won · lost · drawn
          </th>
          <th scope="col" className="text-right">
            Rating
          </th>
        </tr>
      </thead>
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
