import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { InvitedPerson } from "@/lib/domain/invitations/schema";

/** A person who joined through an invitation, with a link to those who joined through theirs. */
export function InvitedRow({ invited, showsInviter }: { invited: InvitedPerson; showsInviter: boolean }) {
  const { person, inviter, joinedAt, guests, suspended } = invited;
  return (
    <article
      aria-label={person.name}
      className="relative grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 hover:bg-[color-mix(in_oklch,var(--ink)_2.5%,transparent)]"
    >
      <Avatar src={person.image} name={person.name} size={40} />
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link
            href={`/admin/invitations?under=${person.handle}`}
            prefetch={false}
            dir="auto"
            className="truncate font-semibold after:absolute after:inset-0 hover:underline"
          >
            {person.name}
          </Link>
          {suspended && <Badge tone="bad">Suspended</Badge>}
        </p>
        <p className="truncate text-13 text-muted">
          @{person.handle} · <RelativeTime at={joinedAt} />
          {showsInviter && ` · by @${inviter.handle}`}
        </p>
      </div>
      <span className="text-13 text-muted">{guests === 1 ? "1 came" : `${guests} came`}</span>
    </article>
  );
}
