"use client";

import { useCallback, useState } from "react";
import type { FormFailure } from "@/components/ui/form-context";
import { formFailure } from "@/components/ui/form-failure";
import { type ListSource, readPage } from "@/lib/client/list-source";

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
