import Link from "next/link";
import { FollowButton } from "@/components/profile/follow-button";
import { Avatar } from "@/components/ui/avatar";
import { Card } from "@/components/ui/card";
import type { ListedPerson } from "@/lib/domain/people/schema";

export function SuggestionsCard({ people }: { people: readonly ListedPerson[] }) {
  if (people.length === 0) return null;
  return (
    <Card className="p-5! pt-6!">
      <h2 className="text-17">People to follow</h2>
      <ul className="mt-3 flex flex-col gap-3">
        {people.map((person) => (
          <li key={person.id} className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-2">
            <Avatar src={person.image} name={person.name} size={32} />
            <div className="min-w-0 leading-tight">
              <Link
                href={`/users/${person.handle}`}
                prefetch={false}
                dir="auto"
                className="block truncate font-medium hover:underline"
              >
                {person.name}
              </Link>
              <span className="block truncate text-13 text-muted">@{person.handle}</span>
            </div>
            <FollowButton handle={person.handle} following={false} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
