import { useEffect, useRef } from "react";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";

/** The newest balance that any part of the page has heard of; null until one does. */
const store = createStore<{ coins: number | null }>(() => ({ coins: null }));

/** Takes what the server answered, never a guess. */
export function setBalance(coins: number) {
  store.setState({ coins });
}

/** `initial` is what the page was rendered with. When that changes, the server has spoken again and is believed. */
export function useBalance(initial: number): number {
  const rendered = useRef(initial);
  useEffect(() => {
    if (rendered.current === initial) return;
    rendered.current = initial;
    setBalance(initial);
  }, [initial]);
  return useStore(store, ({ coins }) => coins) ?? initial;
}
