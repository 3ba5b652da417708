import { type ReactNode, useRef, useCallback, useState, type RefObject, useEffect } from "react";
import { type ListSource, readPage } from "@/lib/client/list-source";
import { Button } from "@/components/ui/button";
import { FailureNote, formFailure } from "@/components/ui/failure-note";
import { NextPage } from "@/components/ui/load-more";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { FormFailure } from "@/components/ui/field";

export interface PagedList<T> {
  source: ListSource<T>;
  first: Page<T>;
  /** The URL of the list, for browsers without JavaScript. */
  href?: string;
}

interface PagesProps<T> extends PagedList<T> {
  /** Shown while the next page loads. */
  skeleton: ReactNode;
  children: (item: T) => ReactNode;
}

export function Pages<T>({ source, first, href, skeleton, children }: PagesProps<T>) {
  const { items, ...end } = usePages<T>(source, first);
  return (
    <>
      {items.map(children)}
      <ListEnd {...end} href={href} skeleton={skeleton} />
    </>
  );
}

interface ListEndProps {
  state: Paging;
  load: () => void;
  /** The cursor of the second page. */
  second: string | null;
  href?: string;
  skeleton: ReactNode;
}

export function ListEnd({ state, load, second, href, skeleton }: ListEndProps) {
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
      {href !== undefined && (
        <noscript>
          <NextPage of={href} cursor={second} />
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

type Paging =
  { phase: "ready" } | { phase: "loading" } | { phase: "failed"; failure: FormFailure } | { phase: "ended" };

interface Further<T> {
  /** The list that they belong to. Rendering the page again starts another one. */
  list: string;
  items: T[];
  cursor: string | null;
}

/** Kept while the site is open, so that going back restores the place in a list. */
const kept = new Map<string, Further<never>>();

export function usePages<T>(source: ListSource<T>, first: Page<T>) {
  const second = first.nextCursor;
  const list = JSON.stringify([source, second]);
  const [read, setRead] = useState<Further<T>>();
  const [state, setState] = useState<Paging>({ phase: "ready" });
  const pages: Further<T> = read?.list === list ? read : (kept.get(list) ?? { list, items: [], cursor: second });
  const { items, cursor } = pages;

  const load = useCallback(async () => {
    if (cursor === null) return;
    setState({ phase: "loading" });
    try {
      const page = await readPage(source, cursor);
      const longer = { list, items: [...items, ...page.data], cursor: page.nextCursor };
      kept.set(list, longer as Further<never>);
      setRead(longer);
      setState({ phase: "ready" });
    } catch (error) {
      setState({ phase: "failed", failure: formFailure(error) });
    }
  }, [source, list, items, cursor, setRead, setState]);

  return {
    items: [...first.data, ...items],
    state: cursor === null ? ({ phase: "ended" } as const) : state,
    load,
    second,
  };
}

/** Far enough ahead that readers seldom see the end. */
const AHEAD = "900px";

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
