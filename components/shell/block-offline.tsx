"use client";

import { useEffect, useSyncExternalStore } from "react";
import { toastStore } from "@/components/ui/toast-store";
import { OFFLINE } from "@/lib/client/call-error";
import { listKeptPages } from "@/lib/client/service-worker/kept-pages";
import { leavesPage } from "@/components/ui/leaves-page";

/** The addresses of pages that this browser keeps. */
let kept: ReadonlySet<string> = new Set();

/**
 * Whether to block a navigation because the browser is offline, where it would show an error and lose what was typed. A
 * page that is kept is loaded instead; of another, a toast says why not.
 */
export function blockOffline(to?: string): boolean {
  if (navigator.onLine) return false;
  const url = to === undefined ? undefined : new URL(to, location.href);
  if (url && kept.has(url.origin + url.pathname + url.search)) location.assign(url);
  else toastStore.add({ text: OFFLINE, tone: "bad" });
  return true;
}

/** Blocks navigation while offline, except to kept pages, and says that the page may be old. */
export function OfflineGuard() {
  const isOnline = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
  useEffect(() => {
    void listKeptPages().then((pages) => (kept = new Set(pages)));
  }, [isOnline]);
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
  return (
    // The live region must exist before its message to be announced.
    <p role="status" className={isOnline ? "sr-only" : PILL}>
      {!isOnline && "You’re offline. This page may be old."}
    </p>
  );
}

const PILL =
  "fixed inset-x-0 top-[max(0.5rem,env(safe-area-inset-top))] z-40 mx-auto w-fit rounded-full border border-line bg-surface px-3 py-1 text-13 shadow-float";

function onConnection(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

const addressOf = ({ target }: Event) => (target instanceof Element ? target.closest("a")?.href : undefined);
