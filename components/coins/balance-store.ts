import { useEffect, useRef } from "react";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { call } from "@/lib/client/call";
import type { CoinBalance } from "@/lib/domain/coins/schema";

/** The newest balance that any part of the page has received; null before the first. */
const store = createStore<{ coins: number | null }>(() => ({ coins: null }));

/** Sets the balance to a value from the server, never to a guess. */
export function setBalance(coins: number) {
  store.setState({ coins });
}

/** `initial` is the value that the page was rendered with. When it changes, it is newer than the stored one. */
export function useBalance(initial: number): number {
  const rendered = useRef(initial);
  useEffect(() => {
    if (rendered.current === initial) return;
    rendered.current = initial;
    setBalance(initial);
  }, [initial]);
  return useStore(store, ({ coins }) => coins) ?? initial;
}

/** Reloads the balance after a lost or unexpected response; if that fails, again once back online. */
export async function refreshBalance(): Promise<CoinBalance | null> {
  try {
    const balance = await call("GET /api/coins");
    setBalance(balance.coins);
    return balance;
  } catch {
    addEventListener("online", () => void refreshBalance(), { once: true });
    return null;
  }
}
