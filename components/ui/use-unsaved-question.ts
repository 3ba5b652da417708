"use client";

import { type RefObject, useEffect } from "react";
import { leavesPage } from "./leaves-page";

const QUESTION = "Leave without saving? What you changed here will be lost.";

/**
 * Asks before a link, a reload, closing the tab or, in browsers that let a page do so, their back and forward leaves a
 * page with unsaved changes.
 */
export function useUnsavedQuestion(asks: boolean, isChanged: RefObject<boolean>) {
  useEffect(() => {
    if (!asks) return;
    const stay = (event: Event) => {
      if (!isChanged.current || !leavesPage(event) || opensTab(event) || confirm(QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // The browser shows its own text.
    const unload = (event: Event) => isChanged.current && event.preventDefault();
    // Only within the site, and only once for each press of a key or button: leaving twice gets anybody away.
    const traverse = (event: NavigateEvent) => {
      const { navigationType, hashChange, cancelable } = event;
      if (navigationType !== "traverse" || hashChange || !cancelable || !isChanged.current) return;
      if (!confirm(QUESTION)) event.preventDefault();
    };
    document.addEventListener("click", stay, { capture: true });
    document.addEventListener("submit", stay, { capture: true });
    window.addEventListener("beforeunload", unload);
    window.navigation?.addEventListener("navigate", traverse);
    return () => {
      document.removeEventListener("click", stay, { capture: true });
      document.removeEventListener("submit", stay, { capture: true });
      window.removeEventListener("beforeunload", unload);
      window.navigation?.removeEventListener("navigate", traverse);
    };
  }, [asks, isChanged]);
}

const opensTab = (event: Event) => event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
