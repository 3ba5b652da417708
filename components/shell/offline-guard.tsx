"use client";

import { useEffect } from "react";
import { leavesPage } from "@/components/ui/leaves-page";
import { blockOffline } from "./block-offline";

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
