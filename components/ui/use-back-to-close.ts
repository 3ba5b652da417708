import { useEffect, useEffectEvent } from "react";

/** Of two entries of the browser's history: the page's, and the one above it that Back takes away. */
interface Mark {
  /** The same in both entries. */
  id: number;
  isAbove: boolean;
}

/** In the state of an entry, where it survives a reload. */
const MARK = "pegboardOverlay";
/** By the key of the entry: when Next refreshes a page, it replaces the state of the entry by its own. */
const marks = new Map<string, Mark>();
/** What covers the page, in the order in which it opened. All share one entry above the page's. */
const closers: (() => void)[] = [];
/** The mark of the entry that was the current one before the latest popstate. */
let at = typeof window === "undefined" ? undefined : markOf();

if (typeof window !== "undefined") window.addEventListener("popstate", onPopState);
if (at) note(at);

/** Lets the browser's Back close what covers the page while mounted, the last one first. */
export function useBackToClose(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const closer = () => close();
    closers.push(closer);
    addEntry();
    return () => void closers.splice(closers.indexOf(closer), 1);
  }, []);
}

/**
 * Adds the entry above the page's. One that is left from something that was closed otherwise is used again: taking it
 * back at once would discard what the router is about to do, such as following the link that closed a menu.
 */
function addEntry(): void {
  if (markOf()?.isAbove) return;
  const id = Math.random();
  history.replaceState(stateWith({ id, isAbove: false }), "");
  note({ id, isAbove: false });
  at = { id, isAbove: true };
  history.pushState(stateWith(at), "");
  note(at);
}

const stateWith = (mark: Mark) => ({ ...(history.state as object | null), [MARK]: mark });

function note(mark: Mark): void {
  const key = keyOfEntry();
  if (key !== undefined) marks.set(key, mark);
}

function onPopState(): void {
  const from = at;
  at = markOf();
  const isBelow = from?.isAbove && at && !at.isAbove && at.id === from.id;
  if (closers.length === 0) {
    // The entry was left over, and nobody has seen it.
    if (isBelow) history.back();
  } else if (isBelow) {
    closers.at(-1)?.();
    // What still covers the page, or refused to close, has to be closed by the next Back.
    setTimeout(() => closers.length > 0 && addEntry());
  } else {
    // Another page.
    for (const close of closers.toReversed()) close();
  }
}

function markOf(): Mark | undefined {
  return marks.get(keyOfEntry() ?? "") ?? (history.state as { [MARK]?: Mark } | null)?.[MARK];
}

/** Undefined in browsers without the Navigation API. */
function keyOfEntry(): string | undefined {
  return "navigation" in window ? window.navigation.currentEntry?.key : undefined;
}

/** For the content of what is only mounted while it is open. */
export function BackToClose({ onClose }: { onClose: () => void }) {
  useBackToClose(onClose);
  return null;
}
