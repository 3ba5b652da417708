"use client";

import { useEffect } from "react";

const STORED = "pegboard:docs-language";

/** Remembers the language for the next visit, and keeps the scroll position while the examples above change height. */
export function RememberedLanguage() {
  useEffect(() => {
    const radios = [...document.querySelectorAll<HTMLInputElement>("input[name=language]")];
    const stored = radios.find(({ value }) => value === localStorage.getItem(STORED));
    if (stored) stored.checked = true;

    let held: { label: Element; top: number } | undefined;
    const hold = ({ target }: MouseEvent) => {
      const label = target instanceof Element ? target.closest("label[for^=language-]") : null;
      held = label ? { label, top: label.getBoundingClientRect().top } : undefined;
    };
    const choose = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.name !== "language") return;
      localStorage.setItem(STORED, target.value);
      if (held) scrollBy({ top: held.label.getBoundingClientRect().top - held.top, behavior: "instant" });
    };
    document.addEventListener("click", hold, { capture: true });
    document.addEventListener("change", choose);
    return () => {
      document.removeEventListener("click", hold, { capture: true });
      document.removeEventListener("change", choose);
    };
  }, []);
  return null;
}
