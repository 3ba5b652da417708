"use client";

import type { ReactNode } from "react";
import { ListEnd } from "@/components/paging/list-end";
import { useNextPages } from "@/components/paging/use-next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { ListSource } from "@/lib/client/list-source";
import type { CatalogueBuild } from "@/lib/domain/builds/schema";
import { BuildCard } from "./build-card";

interface BuildGridProps {
  source: ListSource<CatalogueBuild>;
  nextCursor: string | null;
  moreHref: string | null;
  /** The first page, rendered by the server. */
  children: ReactNode;
}

export function BuildGrid({ source, nextCursor, moreHref, children }: BuildGridProps) {
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
