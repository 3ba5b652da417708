"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { blockOffline } from "@/components/shell/block-offline";
import { hrefWith } from "@/components/ui/href";
import { Spinner } from "@/components/ui/button";
import { useHydratedForm } from "@/components/hydration/use-hydrated-form";
import { MAX_QUERY } from "@/lib/domain/people/search/rules";
import type { SearchKind } from "@/lib/domain/people/search/operators";
import { SearchField } from "./search-field";

const SETTLE_MS = 350;

/** Searches while typing, unless there is a name to choose; without JavaScript on submit. */
export function SearchBox({ query, only }: { query: string; only: SearchKind | undefined }) {
  const router = useRouter();
  const [typed, setTyped] = useState(query);
  const [isSuggesting, setSuggesting] = useState(false);
  const [searching, startTransition] = useTransition();
  const asked = useRef(query);
  const field = useRef<HTMLInputElement>(null);
  useHydratedForm(field, ({ value }) => setTyped(value));

  useEffect(() => {
    if (isSuggesting || typed.trim() === asked.current) return;
    const timer = setTimeout(() => {
      if (blockOffline()) return;
      asked.current = typed.trim();
      startTransition(() => router.replace(hrefWith("/search", { q: asked.current, only }), { scroll: false }));
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, only, router, isSuggesting]);

  return (
    <>
      <SearchField
        field={field}
        query={query}
        isLarge
        maxLength={MAX_QUERY}
        describedBy="search-hint"
        onType={setTyped}
        onOpenChange={setSuggesting}
        onLeave={() => (asked.current = typed.trim())}
      >
        {only && <input type="hidden" name="only" value={only} />}
        {searching && <Spinner className="absolute inset-y-0 right-4 my-auto text-muted" />}
      </SearchField>
      <p id="search-hint" className="mt-2 flex flex-wrap gap-x-2 gap-y-1 px-4 text-13 text-muted">
        <span>Try</span>
        {HINTS.map((hint) => (
          <code key={hint}>{hint}</code>
        ))}
      </p>
    </>
  );
}

const HINTS = ['"in a row"', "from:ada", "has:image", "before:2026-06-01", "after:2026-05-01"];
