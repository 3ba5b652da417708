"use client";

import { useEffect, useState } from "react";
import { legacyHref } from "./hrefs";

interface SectionNavProps {
  sections: readonly { id: string; label: string }[];
}

/** The maximum that fits beside the menu on a tablet. */
const MOST_HOLES = 16;

/** A menu of the sections. Where there is room, a row of holes, one per section, and a ball that rolls along. */
export function SectionNav({ sections }: SectionNavProps) {
  const current = useCurrent(sections);
  return (
    <nav aria-label="On this page" className="flex min-w-0 grow items-center gap-4">
      <select
        aria-label="Go to a section"
        value={sections[current]?.id}
        onChange={(event) => (location.hash = event.target.value)}
        className="max-w-52 min-w-0 cursor-pointer truncate rounded-control bg-transparent py-1.5 font-semibold hover:bg-hover"
      >
        {sections.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      {sections.length <= MOST_HOLES && (
        <ol className="relative hidden grow items-center justify-between md:flex">
          {sections.map(({ id, label }) => (
            <li key={id} className="flex">
              <a
                href={`#${id}`}
                title={label}
                aria-label={label}
                className="group/hole grid h-8 w-4 place-items-center"
              >
                <span className="hole size-1.5 transition-[scale] group-hover/hole:scale-150" />
              </a>
            </li>
          ))}
          <span
            aria-hidden
            className="pointer-events-none absolute size-3 -translate-x-1/2 rounded-full bg-brand shadow-[inset_0_-2px_0_oklch(0_0_0/0.16)] transition-[left] duration-300"
            style={{ left: `calc(0.5rem + (100% - 1rem) * ${current / Math.max(1, sections.length - 1)})` }}
          />
        </ol>
      )}
    </nav>
  );
}

/** In pixels from the top of the window, below the two sticky bars. */
const READING_LINE_PX = 140;

/** The last section whose heading has passed the reading line. */
function useCurrent(sections: SectionNavProps["sections"]): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const find = () => {
      const passed = sections.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= READING_LINE_PX,
      );
      setCurrent(Math.max(0, passed.length - 1));
    };
    find();
    document.addEventListener("scroll", find, { passive: true });
    return () => document.removeEventListener("scroll", find);
  }, [sections]);
  return current;
}

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

/** Redirects anchors from the time when the reference was a single page. */
export function LegacyAnchors() {
  useEffect(() => {
    const anchor = location.hash.slice(1);
    const address = document.getElementById(anchor) ? undefined : legacyHref(anchor);
    if (address) location.replace(address);
  }, []);
  return null;
}
