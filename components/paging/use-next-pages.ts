"use client";

import { useCallback, useState } from "react";
import { call, messageOf } from "@/lib/client/call";

export type Paging =
  { phase: "ready" } | { phase: "loading" } | { phase: "failed"; message: string } | { phase: "ended" };

interface Pages<T> {
  /** Which list they belong to: a page that is made anew begins another. */
  list: string;
  items: T[];
  cursor: string | null;
}

/** What was read below a first page is kept while the site is open, so that going back finds the same place again. */
const kept = new Map<string, Pages<never>>();

/** The pages of a list after the first. `source` is the route that answers them. */
export function useNextPages<T>(source: string, firstCursor: string | null) {
  const list = `${source} ${firstCursor ?? ""}`;
  const [read, setRead] = useState<Pages<T>>();
  const [state, setState] = useState<Paging>({ phase: "ready" });
  const pages: Pages<T> = read?.list === list ? read : (kept.get(list) ?? { list, items: [], cursor: firstCursor });
  const { items, cursor } = pages;

  const load = useCallback(async () => {
    if (cursor === null) return;
    setState({ phase: "loading" });
    try {
      const page = await call<{ data: T[]; nextCursor: string | null }>("GET", withCursor(source, cursor));
      const longer = { list, items: [...items, ...page.data], cursor: page.nextCursor };
      kept.set(list, longer as Pages<never>);
      setRead(longer);
      setState({ phase: "ready" });
    } catch (error) {
      setState({ phase: "failed", message: messageOf(error) });
    }
  }, [source, list, items, cursor]);

  return { items, state: cursor === null ? ({ phase: "ended" } as const) : state, load };
}

function withCursor(source: string, cursor: string) {
  return `${source}${source.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}
