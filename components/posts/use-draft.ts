"use client";

import { type RefObject, useState, useSyncExternalStore } from "react";
import { useWaking } from "@/components/ui/use-waking";

/** What is being written in a field, kept in this browser until it is sent. Each `place` keeps its own. */
export function useDraft(
  place: string,
  field: RefObject<HTMLTextAreaElement | null>,
): [text: string, setText: (text: string) => void] {
  const key = `draft:${place}`;
  const [typed, setTyped] = useState<string>();
  // The server knows nothing of it, so the first render does not either.
  const kept = useSyncExternalStore(
    unheard,
    () => stored(key),
    () => "",
  );

  const text = typed ?? kept;

  function setText(next: string) {
    setTyped(next);
    store(key, next);
  }

  useWaking(field, ({ value }) => {
    if (value !== text) setText([stored(key), value].filter(Boolean).join("\n"));
  });
  return [text, setText];
}

/** Another tab's typing stays in that tab. */
const unheard = () => () => {};

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function store(key: string, text: string) {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Storage may be closed to us or full; the draft then lasts as long as the page.
  }
}
