"use client";

import { type ReactNode, useRef, useCallback, useState, type RefObject, useEffect } from "react";
import { type ListSource, readPage } from "@/lib/client/list-source";
import { Button } from "@/components/ui/button";
import { FailureNote, formFailure } from "@/components/ui/failure-note";
import { LoadMore } from "@/components/ui/load-more";
import type { FormFailure } from "@/components/ui/field";

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

interface ListEndProps {
  state: Paging;
  load: () => void;
  /** The next page's URL, for browsers without JavaScript. */
  moreHref: string | null;
  /** Shown while the next page loads. */
  skeleton: ReactNode;
}

/** The end of an infinite list. */
export function ListEnd({ state, load, moreHref, skeleton }: ListEndProps) {
  const end = useRef<HTMLDivElement>(null);
  useNearViewport(end, load, state.phase === "ready");
  if (state.phase === "ended") return null;
  if (state.phase === "failed") {
    return (
      <div className="grid justify-items-center gap-3 p-5">
        <FailureNote failure={state.failure} />
        <Button onClick={load}>Try again</Button>
      </div>
    );
  }
  return (
    <div ref={end}>
      {moreHref && (
        <noscript>
          <LoadMore href={moreHref} />
        </noscript>
      )}
      <div aria-hidden>{skeleton}</div>
      {state.phase === "loading" && (
        <p role="status" className="sr-only">
          Loading more
        </p>
      )}
    </div>
  );
}

export type Paging =
  { phase: "ready" } | { phase: "loading" } | { phase: "failed"; failure: FormFailure } | { phase: "ended" };

interface Pages<T> {
  /** The list that they belong to. Rendering the page again starts another one. */
  list: string;
  items: T[];
  cursor: string | null;
}

/** Kept while the site is open, so that going back restores the place in a list. */
const kept = new Map<string, Pages<never>>();

/** The pages of a list after the first. */
export function useNextPages<T>(source: ListSource<T>, firstCursor: string | null) {
  const list = JSON.stringify([source, firstCursor]);
  const [read, setRead] = useState<Pages<T>>();
  const [state, setState] = useState<Paging>({ phase: "ready" });
  const pages: Pages<T> = read?.list === list ? read : (kept.get(list) ?? { list, items: [], cursor: firstCursor });
  const { items, cursor } = pages;

  const load = useCallback(async () => {
    if (cursor === null) return;
    setState({ phase: "loading" });
    try {
      const page = await readPage(source, cursor);
      const longer = { list, items: [...items, ...page.data], cursor: page.nextCursor };
      kept.set(list, longer as Pages<never>);
      setRead(longer);
      setState({ phase: "ready" });
    } catch (error) {
      setState({ phase: "failed", failure: formFailure(error) });
    }
  }, [source, list, items, cursor, setRead, setState]);

  return { items, state: cursor === null ? ({ phase: "ended" } as const) : state, load };
}

/** Far enough ahead that readers seldom see the end. */
const AHEAD = "900px";

/** Calls back when an element comes near the viewport. */
export function useNearViewport(element: RefObject<Element | null>, onNear: () => void, active: boolean) {
  useEffect(() => {
    if (!active || !element.current) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onNear(), {
      rootMargin: AHEAD,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, onNear, active]);
}
