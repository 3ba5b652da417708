import { type RefObject, useState, useSyncExternalStore } from "react";
import { useViewer } from "@/components/shell/viewer-context";
import { keepStored, readStored } from "@/lib/client/local-storage";
import { useHydratedForm } from "@/components/hydration/use-hydrated-form";

/**
 * Keeps the draft of a field in this browser until it is sent. Each `place` and account has its own, and begins with
 * `begun`.
 */
export function useDraft(
  place: string,
  field: RefObject<HTMLTextAreaElement | null>,
  begun = "",
): [text: string, setText: (text: string) => void] {
  const viewer = useViewer();
  const key = `draft:${viewer?.id}:${place}`;
  const [typed, setTyped] = useState<string>();
  // The server does not know the draft, so the first render must not show it.
  const kept = useSyncExternalStore(
    ignoreChanges,
    () => readStored(key) ?? begun,
    () => begun,
  );

  const text = typed ?? kept;

  function setText(next: string) {
    setTyped(next);
    keepStored(key, next || null);
  }

  useHydratedForm(field, ({ value }) => {
    const stored = readStored(key) ?? begun;
    // In development, effects run twice: the second time, the field already contains the draft.
    if (value !== text) setText(value.startsWith(stored) ? value : `${stored}\n${value}`);
  });
  return [text, setText];
}

/** Ignores changes by another tab. */
const ignoreChanges = () => () => {};
