"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { ListEnd } from "@/components/paging/list-end";
import { useNextPages } from "@/components/paging/use-next-pages";
import type { TimelinePost } from "@/lib/domain/timeline/schema";
import { PostCard } from "./post-card";
import { PostSkeletons } from "./post-skeleton";
import { sheetStyle, topSheetStyle } from "./sheet-style";

interface TimelineProps {
  label: string;
  /** The route that answers the pages after the first. */
  source: string;
  nextCursor: string | null;
  /** The next page's own address, for those without JavaScript. */
  moreHref: string | null;
  /** `top` begins the page; `none` stands within a sheet already. */
  frame?: "sheet" | "top" | "none";
  /** What stands above the list on its sheet. */
  above?: ReactNode;
  /** What was written since the first page was drawn. */
  fresh?: ReactNode;
  /** The first page, drawn by the server. */
  children: ReactNode;
}

/** A list of posts that goes on as far as it is read. */
export function Timeline({
  label,
  source,
  nextCursor,
  moreHref,
  frame = "sheet",
  above,
  fresh,
  children,
}: TimelineProps) {
  const { items, state, load } = useNextPages<TimelinePost>(source, nextCursor);
  return (
    <div className={clsx(FRAMES[frame], "divide-y divide-line")}>
      {above}
      <div role="feed" aria-label={label} aria-busy={state.phase === "loading"} className="divide-y divide-line">
        {fresh}
        {children}
        {items.map((post) => (
          <PostCard key={post.key} post={post} />
        ))}
      </div>
      <ListEnd state={state} load={load} moreHref={moreHref} skeleton={<PostSkeletons count={2} />} />
    </div>
  );
}

const FRAMES = { sheet: sheetStyle, top: topSheetStyle, none: undefined };
