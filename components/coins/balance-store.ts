import { useEffect, useRef, useSyncExternalStore } from "react";

/** The newest balance that any part of the page has heard of; null until one speaks. */
let balance: number | null = null;
const listeners = new Set<() => void>();

/** Call it with what the server answered, never with a guess. */
export function setBalance(coins: number) {
  if (coins === balance) return;
  balance = coins;
  for (const listener of listeners) listener();
}

/** `initial` is what the page was rendered with. When it changes later, the server has spoken again and is believed. */
export function useBalance(initial: number): number {
  const rendered = useRef(initial);
  useEffect(() => {
    if (rendered.current === initial) return;
    rendered.current = initial;
    setBalance(initial);
  }, [initial]);
  return useSyncExternalStore(
    subscribe,
    () => balance ?? initial,
    () => initial,
  );
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
