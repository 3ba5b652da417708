"use client";

import { useEffect } from "react";
import { blockOffline } from "./block-offline";

/** Blocks navigation while offline, which would show the browser's error page and lose what was typed. */
export function OfflineGuard() {
  useEffect(() => {
    function stay(event: Event) {
      if (leaves(event) && blockOffline()) event.preventDefault();
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

/** Whether an event would load one of our pages in this tab, by a link or a search form. */
function leaves({ type, target }: Event): boolean {
  if (type === "submit")
    return target instanceof HTMLFormElement && target.method === "get" && target.hasAttribute("action");
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link || link.target === "_blank" || link.origin !== location.origin || link.pathname.startsWith("/api/"))
    return false;
  return link.hash === "" || link.pathname + link.search !== location.pathname + location.search;
}
