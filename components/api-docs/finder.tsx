"use client";

import { Search } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { Kbd } from "@/components/ui/kbd";
import { useWaking } from "@/components/ui/use-waking";
import { BoardGroup, type Finding } from "./board-group";

interface FinderProps {
  /** What hangs on the board, and what is found only when searched for. */
  groups: readonly { title: string; findings: readonly Finding[]; hidden?: boolean }[];
}

/** The whole API on one board. Writing in the field takes down what does not fit. */
export function Finder({ groups }: FinderProps) {
  const [query, setQuery] = useState("");
  const words = useDeferredValue(query).toLowerCase().split(/\s+/).filter(Boolean);
  const field = useRef<HTMLInputElement>(null);
  useWaking(field, ({ value }) => setQuery(value));

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

  const shown = groups
    .filter(({ hidden }) => !hidden || words.length > 0)
    .map(({ title, findings }) => ({
      title,
      findings: findings.filter((finding) => words.every((word) => finding.words.includes(word))),
    }))
    .filter(({ findings }) => findings.length > 0);

  return (
    <search className="overflow-hidden rounded-card border border-line bg-surface pegs">
      <div className="relative m-3">
        <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4 text-muted" />
        <input
          ref={field}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && follow(shown[0]?.findings[0])}
          aria-label="Search the API"
          placeholder="Find an operation, an error, a field…"
          className="h-(--control) w-full rounded-control border border-edge/60 bg-bg pr-10 pl-10 text-ellipsis placeholder:text-muted hover:border-edge focus-visible:border-brand focus-visible:outline-offset-0 pointer-coarse:text-17 [&::-webkit-search-cancel-button]:appearance-none"
        />
        <span aria-hidden className="absolute inset-y-0 right-3 grid place-items-center max-md:hidden">
          <Kbd>/</Kbd>
        </span>
      </div>
      <div className="gap-3 overflow-y-auto px-3 pb-2 max-md:max-h-96 md:columns-[15.5rem]">
        {shown.map(({ title, findings }) => (
          <BoardGroup key={title} title={title} findings={findings} />
        ))}
      </div>
      <p role="status" className="px-4 pb-4 text-muted empty:hidden">
        {shown.length === 0 ? "Nothing on the board fits that." : ""}
      </p>
    </search>
  );
}

function follow(finding: Finding | undefined) {
  if (finding) location.assign(finding.href);
}
