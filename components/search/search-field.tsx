"use client";

import clsx from "clsx";
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useViewer } from "@/components/shell/viewer-context";
import { Icon } from "@/components/ui/icon";
import { MAX_QUERY } from "@/lib/domain/people/search/rules";
import type { SearchSuggestionsProps } from "./search-suggestions";

interface SearchFieldProps {
  field?: RefObject<HTMLInputElement | null>;
  /** What was searched for. */
  query?: string;
  isLarge?: boolean;
  describedBy?: string;
  onType?: (text: string) => void;
  onSuggest?: (isOpen: boolean) => void;
  onLeave?: () => void;
  className?: string;
  /** Beside the field, within its form. */
  children?: ReactNode;
}

/** The form that searches everything. For members, it suggests people and tags while they type. */
export function SearchField({ field, query = "", isLarge = false, ...props }: SearchFieldProps) {
  const { describedBy, onType, onSuggest, onLeave, className, children } = props;
  const viewer = useViewer();
  const composing = useRef(false);
  const [begun, setBegun] = useState<{ field: HTMLInputElement; text: string }>();
  const [Suggestions, setSuggestions] = useState<ComponentType<SearchSuggestionsProps>>();
  const isBegun = begun !== undefined && viewer !== null;

  useEffect(() => {
    if (!isBegun || Suggestions) return;
    // Without a connection, searching goes on without help.
    import("./search-suggestions").then(
      (module) => setSuggestions(() => module.SearchSuggestions),
      () => undefined,
    );
  }, [isBegun, Suggestions]);

  /** What an input method composes changes with every key: nothing is suggested before it is done. */
  function suggestFor(target: EventTarget) {
    if (!(target instanceof HTMLInputElement)) return;
    const text = target.value.trim();
    setBegun(composing.current || text === "" ? undefined : { field: target, text });
  }

  return (
    <form
      role="search"
      aria-label={isLarge ? "Everything" : undefined}
      action="/search"
      className={clsx("relative", className)}
      onSubmit={() => setBegun(undefined)}
      onInput={(event) => suggestFor(event.target)}
      onCompositionStart={() => {
        composing.current = true;
        setBegun(undefined);
      }}
      onCompositionEnd={(event) => {
        composing.current = false;
        suggestFor(event.target);
      }}
      onBlur={() => setBegun(undefined)}
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
        maxLength={MAX_QUERY}
        defaultValue={query}
        onChange={(event) => onType?.(event.target.value)}
        className={clsx(
          "w-full rounded-full border bg-surface placeholder:text-muted focus-visible:border-brand focus-visible:outline-offset-0",
          isLarge
            ? "h-13 border-edge pr-12 pl-12 text-17 hover:border-ink/70"
            : "h-9 border-edge/60 pr-3 pl-9 hover:border-edge pointer-coarse:h-11",
        )}
      />
      {children}
      {Suggestions && isBegun && (
        <Suggestions
          {...begun}
          onOpenChange={(isOpen) => onSuggest?.(isOpen)}
          onLeave={() => onLeave?.()}
          onClose={() => setBegun(undefined)}
        />
      )}
    </form>
  );
}
