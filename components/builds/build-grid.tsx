"use client";

import { ListEnd } from "@/components/paging/list-end";
import type { PagedList } from "@/components/paging/next-pages";
import { useNextPages } from "@/components/paging/use-next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { CatalogueBuild } from "@/lib/domain/builds/schema";
import { BuildCard } from "./build-card";

export function BuildGrid({ source, nextCursor, moreHref, children }: PagedList<CatalogueBuild>) {
  const { items, state, load } = useNextPages<CatalogueBuild>(source, nextCursor);
  return (
    <>
      <div className={gridStyle}>
        {children}
        {items.map((build) => (
          <BuildCard key={build.slug} build={build} />
        ))}
      </div>
      <ListEnd
        state={state}
        load={load}
        moreHref={moreHref}
        skeleton={
          <div className={`${gridStyle} mt-4`}>
            <Skeleton className="h-80 rounded-card!" />
            <Skeleton className="h-80 rounded-card! max-sm:hidden" />
          </div>
        }
      />
    </>
  );
}

const gridStyle = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4";
