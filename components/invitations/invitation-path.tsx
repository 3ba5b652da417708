import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import type { Person } from "@/lib/domain/accounts/users/schema";
import { PersonLine } from "@/components/profile/person-line";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { InvitedPerson } from "@/lib/domain/accounts/invitations/schema";

const PAGE = "/admin/invitations";

/** The chain of inviters from the top of the tree down to a person. */
export function InvitationPath({ path }: { path: readonly Person[] }) {
  return (
    <nav aria-label="Invited by" className="min-w-0">
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-1 text-muted">
        <li>
          <Link href={PAGE} className="hover:underline">
            Everybody
          </Link>
        </li>
        {path.map(({ id, handle }, level) => (
          <li key={id} className="flex items-center gap-1">
            <Icon name="chevron-right" className="size-4" />
            {level === path.length - 1 ? (
              <span aria-current="page" className="font-medium text-ink">
                @{handle}
              </span>
            ) : (
              <Link href={`${PAGE}?under=${handle}`} prefetch={false} className="hover:underline">
                @{handle}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function InvitedRow({ invited, showsInviter }: { invited: InvitedPerson; showsInviter: boolean }) {
  const { person, inviter, joinedAt, guests, suspended } = invited;
  return (
    <PersonLine
      person={person}
      href={`/admin/invitations?under=${person.handle}`}
      badges={suspended && <Badge tone="bad">Suspended</Badge>}
      detail={
        <>
          @{person.handle} · <RelativeTime at={joinedAt} />
          {showsInviter && ` · by @${inviter.handle}`}
        </>
      }
    >
      {guests === 1 ? "1 came" : `${guests} came`}
    </PersonLine>
  );
}
