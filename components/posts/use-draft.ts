"use client";

import { type RefObject, useState, useSyncExternalStore } from "react";
import { keepStored, readStored } from "@/lib/client/local-storage";
import { useHydratedForm } from "@/components/hydration/use-hydrated-form";

/** The draft of a field, kept in this browser until it is sent. Each `place` has its own. */
export function useDraft(
  place: string,
  field: RefObject<HTMLTextAreaElement | null>,
): [text: string, setText: (text: string) => void] {
  const key = `draft:${place}`;
  const [typed, setTyped] = useState<string>();
  // The server does not know it, so the first render must not either.
  const kept = useSyncExternalStore(
    unheard,
    () => readStored(key) ?? "",
    () => "",
  );

  const text = typed ?? kept;

  function setText(next: string) {
    setTyped(next);
    keepStored(key, next || null);
  }

  useHydratedForm(field, ({ value }) => {
    const stored = readStored(key) ?? "";
    // React may begin anew with a form that it has filled already.
    if (value !== text) setText(value.startsWith(stored) ? value : `${stored}\n${value}`);
  });
  return [text, setText];
}

/** Another tab's typing stays in that tab. */
const unheard = () => () => {};
