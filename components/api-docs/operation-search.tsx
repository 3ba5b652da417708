"use client";

import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useHydratedForm } from "@/components/hydration/use-hydrated-form";
import { Icon } from "@/components/ui/icon";
import { Kbd } from "@/components/ui/kbd";
import { isKey } from "@/lib/client/key-press";
import { Method } from "./prose";
import { search, type SearchEntry, type SearchGroup } from "./search";
import "./reference.css";

interface OperationSearchProps {
  /** What is listed before a search. */
  shown: readonly SearchGroup[];
  /** Where the index of everything is, which is loaded for a search. */
  index: string;
}

export function OperationSearch({ shown: listed, index }: OperationSearchProps) {
  const [query, setQuery] = useState("");
  const [groups, setGroups] = useState(listed);
  const asked = useRef(false);
  const searched = useDeferredValue(query);
  const field = useRef<HTMLInputElement>(null);
  useHydratedForm(field, ({ value }) => {
    setQuery(value);
    if (value) void load();
  });

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const writing = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key !== "/" || writing || event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);

  /** Until it is loaded, or where that fails, operations and guides are found by their labels. */
  async function load() {
    if (asked.current) return;
    asked.current = true;
    const answer = await fetch(index).catch(() => undefined);
    if (answer?.ok) setGroups((await answer.json()) as SearchGroup[]);
    else asked.current = false;
  }

  const shown = search(groups, searched);

  return (
    <search aria-label="API" className="overflow-hidden rounded-card border border-line bg-surface pegs">
      <div className="relative m-3">
        <Icon name="search" className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4 text-muted" />
        <input
          ref={field}
          type="search"
          value={query}
          onFocus={load}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => isKey(event, "Enter") && follow(shown[0]?.entries[0])}
          aria-label="Search the API"
          placeholder="Search operations, errors and fields…"
          className="h-(--control) w-full rounded-control border border-edge/60 bg-bg pr-10 pl-10 text-ellipsis placeholder:text-muted hover:border-edge focus-visible:border-brand focus-visible:outline-offset-0 pointer-coarse:text-17 [&::-webkit-search-cancel-button]:appearance-none"
        />
        <span aria-hidden className="absolute inset-y-0 right-3 grid place-items-center max-md:hidden">
          <Kbd>/</Kbd>
        </span>
      </div>
      <div className="gap-3 overflow-y-auto px-3 pb-2 max-md:max-h-96 md:columns-[15.5rem]">
        {shown.map(({ title, entries }) => (
          <Group key={title} title={title} entries={entries} />
        ))}
      </div>
      <p role="status" className="px-4 pb-4 text-muted empty:hidden">
        {shown.length === 0 ? "No results." : ""}
      </p>
    </search>
  );
}

function follow(entry: SearchEntry | undefined) {
  if (entry) location.assign(entry.href);
}

function Group({ title, entries }: { title: string; entries: readonly SearchEntry[] }) {
  return (
    <section className="search-group">
      <h2>{title}</h2>
      <ul>
        {entries.map(({ href, label, method, prose }) => (
          <li key={href}>
            <a href={href}>
              {method && (
                <Method
                  method={method === "DELETE" ? "DEL" : method}
                  className={method === "DELETE" ? "text-bad" : undefined}
                />
              )}
              <span className={prose ? "font-sans" : undefined}>{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
