"use client";

import { Pages, type PagedList } from "@/components/paging/next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { ListedPerson } from "@/lib/domain/people/directory/schema";
import { PersonRow } from "./person-row";

export function PeopleList(list: PagedList<ListedPerson>) {
  return (
    <div className="divide-y divide-line">
      <Pages<ListedPerson> {...list} skeleton={<PersonSkeleton />}>
        {(person) => <PersonRow key={person.id} person={person} />}
      </Pages>
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
