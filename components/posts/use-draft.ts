"use client";

import { useState, useSyncExternalStore } from "react";

/** What is being written, kept in this browser until it is sent. Each `place` keeps its own. */
export function useDraft(place: string): [text: string, setText: (text: string) => void] {
  const key = `draft:${place}`;
  const [typed, setTyped] = useState<string>();
  // The server knows nothing of it, so the first render does not either.
  const kept = useSyncExternalStore(unheard, () => stored(key), () => "");

  return [
    typed ?? kept,
    (next) => {
      setTyped(next);
      store(key, next);
    },
  ];
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
