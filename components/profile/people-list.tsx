"use client";

import type { ReactNode } from "react";
import { ListEnd } from "@/components/paging/list-end";
import { useNextPages } from "@/components/paging/use-next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { ListSource } from "@/lib/client/list-source";
import type { ListedPerson } from "@/lib/domain/people/schema";
import { PersonRow } from "./person-row";

interface PeopleListProps {
  source: ListSource<ListedPerson>;
  nextCursor: string | null;
  moreHref: string | null;
  /** The first page, rendered by the server. */
  children: ReactNode;
}

export function PeopleList({ source, nextCursor, moreHref, children }: PeopleListProps) {
  const { items, state, load } = useNextPages<ListedPerson>(source, nextCursor);
  return (
    <div className="divide-y divide-line">
      {children}
      {items.map((person) => (
        <PersonRow key={person.id} person={person} />
      ))}
      <ListEnd state={state} load={load} moreHref={moreHref} skeleton={<PersonSkeleton />} />
    </div>
  );
}

function PersonSkeleton() {
  return (
    <div className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-3 px-4 py-3 md:px-6">
      <Skeleton className="size-12 rounded-full!" />
      <div>
        <Skeleton className="mt-1 h-4 w-40" />
        <Skeleton className="mt-2.5 h-4 w-24" />
      </div>
    </div>
  );
}
