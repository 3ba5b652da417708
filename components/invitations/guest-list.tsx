"use client";

import { ListEnd } from "@/components/paging/list-end";
import { useNextPages } from "@/components/paging/use-next-pages";
import { PersonLine } from "@/components/profile/person-line";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Guest } from "@/lib/domain/invitations/schema";

const SOURCE = { route: "GET /api/invitations/guests" } as const;

/** People who joined through the viewer's invitations. */
export function GuestList({ first, nextCursor }: { first: readonly Guest[]; nextCursor: string | null }) {
  const { items, state, load } = useNextPages<Guest>(SOURCE, nextCursor);
  return (
    <div className="rows">
      {[...first, ...items].map((guest) => (
        <PersonLine
          key={guest.id}
          person={guest}
          href={`/users/${guest.handle}`}
          detail={
            <>
              @{guest.handle} · joined <RelativeTime at={guest.joinedAt} />
            </>
          }
        />
      ))}
      <ListEnd state={state} load={load} moreHref={null} skeleton={<Skeleton className="m-4 h-10" />} />
    </div>
  );
}
