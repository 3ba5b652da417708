"use client";

import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";
import { FailureNote } from "@/components/ui/failure-note";
import { LoadMore } from "@/components/ui/load-more";
import type { Paging } from "./use-next-pages";
import { useNearViewport } from "./use-near-viewport";

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
