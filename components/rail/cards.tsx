import Link from "next/link";
import { Score } from "@/components/leaderboards/score";
import { Avatar } from "@/components/ui/avatar";
import { Card } from "@/components/ui/card";
import type { RankedPlayer } from "@/lib/domain/play/leaderboards/schema";
import { TagLinks } from "@/components/tags/tag-links";
import type { ListedTag } from "@/lib/domain/writing/tags/schema";
import { FollowButton } from "@/components/profile/follow-button";
import type { ListedPerson } from "@/lib/domain/people/directory/schema";
import { LinkButton } from "@/components/ui/button";
import { formatNumber } from "@/components/ui/number";
import { PersonName } from "@/components/profile/person-link";

export function TopThreeCard({ ranking }: { ranking: readonly RankedPlayer[] }) {
  if (ranking.length === 0) return null;
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
        {ranking.map(({ rank, user, score }) => (
          <li key={user.id} className="grid grid-cols-[1rem_2rem_minmax(0,1fr)_auto] items-center gap-x-2.5">
            <span className="font-display font-semibold text-muted">{rank}</span>
            <Avatar src={user.image} name={user.name} size={32} />
            <PersonName person={user} className="font-medium" />
            <Score value={score} metric="totalWon" className="text-13 text-coin-ink" />
          </li>
        ))}
      </ol>
    </Card>
  );
}

export function SuggestionsCard({ people }: { people: readonly ListedPerson[] }) {
  if (people.length === 0) return null;
  return (
    <Card className="p-5! pt-6! group-has-data-suggests/shell:hidden">
      <h2 className="text-17">People to follow</h2>
      <ul className="mt-3 flex flex-col gap-3">
        {people.map((person) => (
          <li key={person.id} className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-2">
            <Avatar src={person.image} name={person.name} size={32} />
            <div className="min-w-0 leading-tight">
              <PersonName person={person} className="block font-medium" />
              <span className="block truncate text-13 text-muted">@{person.handle}</span>
            </div>
            <FollowButton handle={person.handle} following={false} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function TrendingCard({ tags }: { tags: readonly ListedTag[] }) {
  if (tags.length === 0) return null;
  return (
    <Card className="p-5! pt-6!">
      <h2 className="mb-3 text-17">Trending today</h2>
      <TagLinks label="Trending today" tags={tags} />
    </Card>
  );
}

export function WelcomeCard({ site, online }: { site: string; online: number }) {
  return (
    <Card className="p-5! pt-8! group-has-data-welcome/shell:hidden">
      <h2 className="text-21">A board for people who make things</h2>
      <p className="mt-2 text-muted">
        Share what you’re working on, see what others make, and drop a ball while the glue dries.
      </p>
      <LinkButton href="/register" variant="primary" className="mt-4 w-full">
        Join {site}
      </LinkButton>
      {online > 0 && (
        <p className="mt-3 flex items-center justify-center gap-2 text-13 text-muted">
          <span aria-hidden className="size-2 rounded-full bg-good" />
          {formatNumber(online)} online right now
        </p>
      )}
    </Card>
  );
}
