"use client";

import { useEffect } from "react";
import type { EarlyPresses } from "./early-press-script";
import { useHydrated } from "./use-hydrated";

/** Replays presses from before hydration. Must be the last element of every document with the script and buttons. */
export function ReplayEarlyPresses() {
  // True one render after hydration, once fields have adopted their typed values (useHydratedForm).
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated) replay(window.takeEarlyPresses?.() ?? new Map());
  }, [hydrated]);
  return null;
}

function replay(presses: EarlyPresses) {
  for (const [element, submitter] of presses) {
    if (!element.isConnected) continue;
    if (element instanceof HTMLFormElement) element.requestSubmit(submitter?.isConnected ? submitter : null);
    else element.click();
  }
}
