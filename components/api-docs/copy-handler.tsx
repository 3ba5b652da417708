"use client";

import { useEffect } from "react";

const COPIED_LABEL_MS = 2_000;

/** Handles every copy button of the page: copies the visible code of the button's card. */
export function CopyHandler() {
  useEffect(() => {
    async function copy({ target }: MouseEvent) {
      const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
      const codes = [...(button?.closest("figure")?.querySelectorAll("code") ?? [])];
      const code = codes.find((element) => element.checkVisibility());
      if (!button || !code) return;
      await navigator.clipboard.writeText(code.textContent);
      button.dataset.copied = "";
      setTimeout(() => delete button.dataset.copied, COPIED_LABEL_MS);
    }
    const listener = (event: MouseEvent) => void copy(event).catch(() => undefined);
    document.addEventListener("click", listener);
    return () => document.removeEventListener("click", listener);
  }, []);
  return null;
}
