"use client";

import { useEffect } from "react";
import { heldOffline } from "./held-offline";

/** Without a connection a link leads to the browser's own error page, and what was typed here is gone: so it says so and stays. */
export function StayWhileOffline() {
  useEffect(() => {
    function stay(event: Event) {
      if (leaves(event) && heldOffline()) event.preventDefault();
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

/** Whether it asks this tab for a page of ours, be it the same one: by a link, or by a search. */
function leaves({ type, target }: Event): boolean {
  if (type === "submit")
    return target instanceof HTMLFormElement && target.method === "get" && target.hasAttribute("action");
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link || link.target === "_blank" || link.origin !== location.origin || link.pathname.startsWith("/api/"))
    return false;
  return link.hash === "" || link.pathname + link.search !== location.pathname + location.search;
}
