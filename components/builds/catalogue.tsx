"use client";

import type { ReactNode } from "react";
import { ListEnd } from "@/components/paging/list-end";
import { useNextPages } from "@/components/paging/use-next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { ShelvedBuild } from "@/lib/domain/builds/schema";
import { BuildCard } from "./build-card";

interface CatalogueProps {
  source: string;
  nextCursor: string | null;
  moreHref: string | null;
  /** The first page, drawn by the server. */
  children: ReactNode;
}

export function Catalogue({ source, nextCursor, moreHref, children }: CatalogueProps) {
  const { items, state, load } = useNextPages<ShelvedBuild>(source, nextCursor);
  return (
    <>
      <div className={catalogueStyle}>
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
          <div className={`${catalogueStyle} mt-4`}>
            <Skeleton className="h-80 rounded-card!" />
            <Skeleton className="h-80 rounded-card! max-sm:hidden" />
          </div>
        }
      />
    </>
  );
}

const catalogueStyle = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4";
