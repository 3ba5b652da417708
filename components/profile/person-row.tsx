import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import type { ListedPerson } from "@/lib/domain/people/directory/schema";
import { FollowButton } from "./follow-button";

export function PersonRow({ person }: { person: ListedPerson }) {
  return (
    <article
      aria-label={person.name}
      className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3 hover:bg-ink/2.5 max-tiny:grid-cols-[auto_minmax(0,1fr)] md:px-6"
    >
      <Avatar src={person.image} name={person.name} size={48} />
      <div className="min-w-0">
        <p dir="auto" className="truncate font-semibold">
          <Link
            href={`/users/${person.handle}`}
            prefetch={false}
            className="after:absolute after:inset-0 hover:underline"
          >
            {person.name}
          </Link>
        </p>
        <p className="truncate text-muted">@{person.handle}</p>
      </div>
      {person.following !== null && (
        <span className="relative max-tiny:order-last max-tiny:col-start-2">
          <FollowButton handle={person.handle} following={person.following} />
        </span>
      )}
      {person.bio !== "" && (
        <p dir="auto" className="col-start-2 col-end-[-1] mt-0.5 line-clamp-2">
          {person.bio}
        </p>
      )}
    </article>
  );
}
