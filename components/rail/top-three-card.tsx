import Link from "next/link";
import { Score } from "@/components/leaderboards/score";
import { Avatar } from "@/components/ui/avatar";
import { Card } from "@/components/ui/card";
import type { Standing } from "@/lib/domain/leaderboards/schema";

export function TopThreeCard({ standings }: { standings: readonly Standing[] }) {
  if (standings.length === 0) return null;
  return (
    <Card className="p-5! pt-6!">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-17">Top of the leaderboard</h2>
        <Link
          href="/leaderboards"
          prefetch={false}
          className="touch-target -m-1 rounded-control p-1 text-13 text-muted hover:text-ink hover:underline"
        >
          All
        </Link>
      </div>
      <ol className="mt-3 flex flex-col gap-3">
        {standings.map(({ rank, user, score }) => (
          <li key={user.id} className="grid grid-cols-[1rem_2rem_minmax(0,1fr)_auto] items-center gap-x-2.5">
            <span className="font-display font-semibold text-muted">{rank}</span>
            <Avatar src={user.image} name={user.name} size={32} />
            <Link
              href={`/users/${user.handle}`}
              prefetch={false}
              dir="auto"
              className="truncate font-medium hover:underline"
            >
              {user.name}
            </Link>
            <Score value={score} metric="totalWon" className="text-13 text-coin-ink" />
          </li>
        ))}
      </ol>
    </Card>
  );
}
