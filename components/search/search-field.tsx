"use client";

import clsx from "clsx";
import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from "react";
import { useViewer } from "@/components/shell/viewer-context";
import { Icon } from "@/components/ui/icon";
import type { SearchSuggestionsProps } from "./search-suggestions";

interface SearchFieldProps extends Omit<SearchSuggestionsProps, "field"> {
  field?: RefObject<HTMLInputElement | null>;
  /** What was searched for. */
  query?: string;
  isLarge?: boolean;
  maxLength?: number;
  describedBy?: string;
  onType?: (text: string) => void;
  className?: string;
  /** Beside the field, within its form. */
  children?: ReactNode;
}

/** The form that searches everything. For members, it suggests people and tags while they type. */
export function SearchField({ field, query = "", isLarge = false, maxLength, ...props }: SearchFieldProps) {
  const { describedBy, onType, onOpenChange, onLeave, className, children } = props;
  const viewer = useViewer();
  const [help, setHelp] = useState<{ Suggestions: ComponentType<SearchSuggestionsProps>; field: HTMLInputElement }>();

  const composing = useRef(false);

  function loadHelp(input: HTMLInputElement) {
    if (!viewer || help || composing.current) return;
    // Without a connection, searching goes on without help.
    import("./search-suggestions").then(
      (module) => setHelp({ Suggestions: module.SearchSuggestions, field: input }),
      () => undefined,
    );
  }

  return (
    <form
      role="search"
      aria-label={isLarge ? "Everything" : undefined}
      action="/search"
      className={clsx("relative", className)}
    >
      <Icon
        name="search"
        className={clsx(
          "pointer-events-none absolute inset-y-0 my-auto text-muted",
          isLarge ? "left-4 size-5" : "left-3 size-4",
        )}
      />
      <input
        ref={field}
        type="search"
        name="q"
        aria-label="Search"
        aria-describedby={describedBy}
        placeholder={isLarge ? "People, posts, builds, tags …" : "Search"}
        autoFocus={isLarge && query === ""}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxLength}
        defaultValue={query}
        onChange={(event) => onType?.(event.target.value)}
        onInput={({ currentTarget }) => loadHelp(currentTarget)}
        onCompositionStart={() => (composing.current = true)}
        onCompositionEnd={({ currentTarget }) => {
          composing.current = false;
          loadHelp(currentTarget);
        }}
        className={clsx(
          "w-full rounded-full border bg-surface placeholder:text-muted focus-visible:border-brand focus-visible:outline-offset-0",
          isLarge
            ? "h-13 border-edge pr-12 pl-12 text-17 hover:border-ink/70"
            : "h-9 border-edge/60 pr-3 pl-9 hover:border-edge pointer-coarse:h-11",
        )}
      />
      {children}
      {help && <help.Suggestions field={help.field} onOpenChange={onOpenChange} onLeave={onLeave} />}
    </form>
  );
}
