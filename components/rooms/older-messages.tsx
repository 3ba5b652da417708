"use client";

import { type RefObject, useEffect, useRef, useState } from "react";
import { useNearViewport } from "@/components/paging/use-near-viewport";

interface OlderMessagesProps {
  load: () => Promise<void>;
  log: RefObject<HTMLDivElement | null>;
}

/** Loads older messages as the viewer scrolls near them. */
export function OlderMessages({ load, log }: OlderMessagesProps) {
  const top = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<"ready" | "loading" | "failed">("ready");
  const [hasScrolled, setHasScrolled] = useState(false);
  useEffect(() => {
    const element = log.current;
    const onScroll = () => setHasScrolled(true);
    element?.addEventListener("scroll", onScroll, { passive: true, once: true });
    return () => element?.removeEventListener("scroll", onScroll);
  }, [log]);
  const begin = () => {
    setPhase("loading");
    load().catch(() => setPhase("failed"));
  };
  useNearViewport(top, begin, hasScrolled && phase === "ready");
  return (
    <div ref={top} className="grid justify-center py-2 text-13 text-muted">
      {phase === "loading" ? (
        <span role="status">Loading older messages</span>
      ) : (
        <button type="button" onClick={begin} className="touch-target link">
          {phase === "failed" ? "Older messages didn’t load. Try again" : "Show older messages"}
        </button>
      )}
    </div>
  );
}
