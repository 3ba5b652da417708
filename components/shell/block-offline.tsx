"use client";

import { useEffect } from "react";
import { toastStore } from "@/components/ui/toast-store";
import { OFFLINE } from "@/lib/client/call-error";
import { leavesPage } from "@/components/ui/leaves-page";

/** Whether to block a navigation because the browser is offline and would show its error page. Shows a toast. */
export function blockOffline(): boolean {
  if (navigator.onLine) return false;
  toastStore.add({ text: OFFLINE, tone: "bad" });
  return true;
}

/** Blocks navigation while offline, which would show the browser's error page and lose what was typed. */
export function OfflineGuard() {
  useEffect(() => {
    function stay(event: Event) {
      if (leavesPage(event) && blockOffline()) event.preventDefault();
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
