"use client";

import { useEffect } from "react";
import { toastStore } from "@/components/ui/toast-store";
import { OFFLINE } from "@/lib/client/call-error";
import { leavesPage } from "@/components/ui/leaves-page";

/** The addresses of pages that this browser keeps. */
let kept: readonly string[] = [];

export function setKeptPages(pages: readonly string[]): void {
  kept = pages;
}

/**
 * Whether to block a navigation because the browser is offline, where it would show an error and lose what was typed. A
 * page that is kept is loaded instead; of another, a toast says why not.
 */
export function blockOffline(to?: string): boolean {
  if (navigator.onLine) return false;
  const url = to === undefined ? undefined : new URL(to, location.href);
  if (url && kept.includes(url.origin + url.pathname + url.search)) location.assign(url);
  else toastStore.add({ text: OFFLINE, tone: "bad" });
  return true;
}

/** Blocks navigation while offline, except to kept pages. */
export function OfflineGuard() {
  useEffect(() => {
    function stay(event: Event) {
      if (leavesPage(event) && blockOffline(addressOf(event))) event.preventDefault();
    }
    document.addEventListener("click", stay, { capture: true });
    document.addEventListener("submit", stay, { capture: true });
    return () => {
      document.removeEventListener("click", stay, { capture: true });
      document.removeEventListener("submit", stay, { capture: true });
    };
  }, []);
  return null;
}

const addressOf = ({ target }: Event) => (target instanceof Element ? target.closest("a")?.href : undefined);
