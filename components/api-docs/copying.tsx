"use client";

import { useEffect } from "react";

const SHOWN_FOR = 2_000;

/** Serves every copy button of the page: takes the code that is to be seen in the button's card. */
export function Copying() {
  useEffect(() => {
    async function copy({ target }: MouseEvent) {
      const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
      const codes = [...(button?.closest("figure")?.querySelectorAll("code") ?? [])];
      const code = codes.find((element) => element.checkVisibility());
      if (!button || !code) return;
      await navigator.clipboard.writeText(code.textContent);
      button.dataset.copied = "";
      setTimeout(() => delete button.dataset.copied, SHOWN_FOR);
    }
    const listener = (event: MouseEvent) => void copy(event).catch(() => undefined);
    document.addEventListener("click", listener);
    return () => document.removeEventListener("click", listener);
  }, []);
  return null;
}
