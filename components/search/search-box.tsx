"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { blockOffline } from "@/components/shell/block-offline";
import { hrefWith } from "@/components/ui/href";
import { Spinner } from "@/components/ui/button";
import { useHydratedForm } from "@/components/hydration/use-hydrated-form";
import { MAX_QUERY } from "@/lib/domain/people/search/rules";

export type SearchKind = "people" | "posts";

const SETTLE_MS = 350;

/** Searches while typing; without JavaScript on submit. */
export function SearchBox({ query, only }: { query: string; only: SearchKind | undefined }) {
  const router = useRouter();
  const [typed, setTyped] = useState(query);
  const [searching, startTransition] = useTransition();
  const asked = useRef(query);
  const field = useRef<HTMLInputElement>(null);
  useHydratedForm(field, ({ value }) => setTyped(value));

  useEffect(() => {
    if (typed.trim() === asked.current) return;
    const timer = setTimeout(() => {
      if (blockOffline()) return;
      asked.current = typed.trim();
      startTransition(() => router.replace(hrefWith("/search", { q: asked.current, only }), { scroll: false }));
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, only, router]);

  return (
    <form role="search" aria-label="People and posts" action="/search" className="relative">
      <Icon name="search" className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-muted" />
      <input
        ref={field}
        type="search"
        name="q"
        aria-label="Search people and posts"
        placeholder="Search people and posts"
        autoFocus={query === ""}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_QUERY}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="h-13 w-full rounded-full border border-edge bg-surface pr-12 pl-12 text-17 placeholder:text-muted hover:border-ink/70 focus-visible:border-brand focus-visible:outline-offset-0"
      />
      {only && <input type="hidden" name="only" value={only} />}
      {searching && <Spinner className="absolute inset-y-0 right-4 my-auto text-muted" />}
    </form>
  );
}
