import { PersonLine } from "@/components/profile/person-line";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { InvitedPerson } from "@/lib/domain/invitations/schema";

/** A person who joined through an invitation, with a link to those who joined through theirs. */
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
