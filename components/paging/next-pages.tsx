"use client";

import type { ReactNode } from "react";
import type { ListSource } from "@/lib/client/list-source";
import { ListEnd } from "./list-end";
import { useNextPages } from "./use-next-pages";

/** What an infinite list is rendered with. */
export interface PagedList<T> {
  source: ListSource<T>;
  nextCursor: string | null;
  /** The next page's URL, for browsers without JavaScript. */
  moreHref: string | null;
  /** The first page, rendered by the server. */
  children: ReactNode;
}

interface NextPagesProps<T> extends Omit<PagedList<T>, "children"> {
  /** Shown while the next page loads. */
  skeleton: ReactNode;
  /** Renders an item of the pages after the first. */
  children: (item: T) => ReactNode;
}

/** The pages of a list after the first, and its end. */
export function NextPages<T>({ source, nextCursor, moreHref, skeleton, children }: NextPagesProps<T>) {
  const { items, state, load } = useNextPages<T>(source, nextCursor);
  return (
    <>
      {items.map(children)}
      <ListEnd state={state} load={load} moreHref={moreHref} skeleton={skeleton} />
    </>
  );
}
