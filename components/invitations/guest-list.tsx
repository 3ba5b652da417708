"use client";

import Link from "next/link";
import { ListEnd } from "@/components/paging/list-end";
import { useNextPages } from "@/components/paging/use-next-pages";
import { Avatar } from "@/components/ui/avatar";
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
        <article
          key={guest.id}
          aria-label={guest.name}
          className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-3 px-4 py-3"
        >
          <Avatar src={guest.image} name={guest.name} />
          <div className="min-w-0">
            <p dir="auto" className="truncate font-semibold">
              <Link href={`/users/${guest.handle}`} prefetch={false} className="hover:underline">
                {guest.name}
              </Link>
            </p>
            <p className="truncate text-13 text-muted">
              @{guest.handle} · joined <RelativeTime at={guest.joinedAt} />
            </p>
          </div>
        </article>
      ))}
      <ListEnd state={state} load={load} moreHref={null} skeleton={<Skeleton className="m-4 h-10" />} />
    </div>
  );
}
