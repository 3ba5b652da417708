"use client";

import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ErrorNote } from "@/components/ui/error-note";
import { LoadMore } from "@/components/ui/load-more";
import type { Paging } from "./use-next-pages";
import { useNearness } from "./use-nearness";

interface ListEndProps {
  state: Paging;
  load: () => void;
  /** The next page's own address, for those without JavaScript. */
  moreHref: string | null;
  /** What holds the place of what comes. */
  skeleton: ReactNode;
}

/** The end of a list that goes on as far as it is read. */
export function ListEnd({ state, load, moreHref, skeleton }: ListEndProps) {
  const end = useRef<HTMLDivElement>(null);
  useNearness(end, load, state.phase === "ready");
  if (state.phase === "ended") return null;
  if (state.phase === "failed") {
    return (
      <div className="grid justify-items-center gap-3 p-5">
        <ErrorNote>{state.message}</ErrorNote>
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
