"use client";

import { useSyncExternalStore } from "react";

/** Whether somebody looks at this tab. */
export function usePageIsSeen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !document.hidden,
    () => false,
  );
}

function subscribe(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
