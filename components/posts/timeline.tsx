"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { ListEnd, type PagedList, usePages } from "@/components/paging/next-pages";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { Skeleton } from "@/components/ui/skeleton";
import { PostCard } from "./post-card";
import { sheetStyle, topSheetStyle } from "./sheet-style";

interface TimelineProps extends PagedList<TimelinePost> {
  label: string;
  /** `top` starts the page; `none` is inside a sheet already. */
  frame?: "sheet" | "top" | "none";
  /** Shown above the list on its sheet. */
  above?: ReactNode;
  /** Posts that are newer than the first page. */
  fresh?: ReactNode;
  children?: ReactNode;
}

export function Timeline({ label, frame = "sheet", above, fresh, children, source, first, href }: TimelineProps) {
  const { items, ...end } = usePages<TimelinePost>(source, first);
  return (
    <div className={clsx(FRAMES[frame], "divide-y divide-line")}>
      {above}
      <div
        role="feed"
        aria-label={label}
        aria-busy={end.state.phase === "loading"}
        className="peer divide-y divide-line empty:hidden"
      >
        {fresh}
        {items.map((post) => (
          <PostCard key={post.key} post={post} />
        ))}
        {children}
      </div>
      {end.state.phase === "ended" && (
        <p className="hidden px-4 py-10 text-center text-muted peer-empty:block">Nothing here any more.</p>
      )}
      <ListEnd {...end} href={href} skeleton={<PostSkeletons />} />
    </div>
  );
}

const FRAMES = { sheet: sheetStyle, top: topSheetStyle, none: undefined };

/** About as many as fit below the end of a list. */
const SKELETONS = 2;

function PostSkeletons() {
  return (
    <div aria-hidden className="divide-y divide-line">
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 py-3.5 md:px-6">
          <Skeleton className="size-10 rounded-full!" />
          <div>
            <Skeleton className="h-4 w-44" />
            <Skeleton className="mt-3 h-4 w-full" />
            <Skeleton className="mt-2 h-4 w-2/3" />
            <Skeleton className="mt-4 h-4 w-56" />
          </div>
        </div>
      ))}
    </div>
  );
}
