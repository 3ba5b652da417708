"use client";

import { type RefObject, useEffect } from "react";
import { leavesPage } from "./leaves-page";

const QUESTION = "Leave without saving? What you changed here will be lost.";

/** Asks before a link, a reload or closing the tab leaves a page with unsaved changes. */
export function useUnsavedQuestion(asks: boolean, isChanged: RefObject<boolean>) {
  useEffect(() => {
    if (!asks) return;
    const stay = (event: Event) => {
      if (!isChanged.current || !leavesPage(event) || opensTab(event) || confirm(QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // The browser asks in its own words.
    const unload = (event: Event) => isChanged.current && event.preventDefault();
    document.addEventListener("click", stay, { capture: true });
    document.addEventListener("submit", stay, { capture: true });
    window.addEventListener("beforeunload", unload);
    return () => {
      document.removeEventListener("click", stay, { capture: true });
      document.removeEventListener("submit", stay, { capture: true });
      window.removeEventListener("beforeunload", unload);
    };
  }, [asks, isChanged]);
}

const opensTab = (event: Event) => event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
