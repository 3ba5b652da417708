import { useEffect, useRef, useState } from "react";
import { createStore } from "zustand/vanilla";
import { useStore } from "zustand/react";
import { call } from "@/lib/client/call";
import { isSessionLost } from "@/lib/client/call-error";
import type { CoinBalance } from "@/lib/domain/play/coins/schema";
import { prefersReducedMotion } from "@/components/ui/prefers-reduced-motion";

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

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;
let retryMs = FIRST_RETRY_MS;
let retrying: ReturnType<typeof setTimeout> | undefined;

/** Reloads the balance after a lost or unexpected response; if that fails, again later, and once back online. */
export async function refreshBalance(): Promise<CoinBalance | null> {
  clearTimeout(retrying);
  try {
    const balance = await call("GET /api/coins");
    retryMs = FIRST_RETRY_MS;
    setBalance(balance.coins);
    return balance;
  } catch (error) {
    if (!isSessionLost(error)) retryLater();
    return null;
  }
}

function retryLater(): void {
  clearTimeout(retrying);
  retrying = setTimeout(retry, retryMs);
  retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  addEventListener("online", retry, { once: true });
}

function retry(): void {
  void refreshBalance();
}

/**
 * Keeps the balance equal to that of the account's other tabs. Each tab posts what its balance became. A tab that has
 * another one reads it again, because either may be the older, and posts what it read. Returns the function that stops
 * this.
 */
export function shareBalance(account: string): () => void {
  const channel = new BroadcastChannel(`pegboard:balance:${account}`);
  const say = (coins: number | null) => channel.postMessage(coins);
  const unsubscribe = store.subscribe(({ coins }, before) => coins !== before.coins && say(coins));
  channel.onmessage = async ({ data: said }: MessageEvent<number>) => {
    if (said === store.getState().coins) return;
    const balance = await refreshBalance();
    if (balance && balance.coins !== said) say(balance.coins);
  };
  return () => {
    unsubscribe();
    channel.close();
  };
}

const COUNT_FOR = 600;

/** Counts up or down to a new value; with reduced motion it jumps. */
export function useCountUp(target: number): number {
  const [shown, setShown] = useState(target);
  const latest = useRef(target);

  useEffect(() => {
    const from = latest.current;
    if (from === target) return;
    const still = prefersReducedMotion();
    let frame = 0;
    let start: number | undefined;

    function step(time: number) {
      start ??= time;
      const passed = still ? 1 : Math.min(1, (time - start) / COUNT_FOR);
      latest.current = Math.round(from + (target - from) * easeOut(passed));
      setShown(latest.current);
      if (passed < 1) frame = requestAnimationFrame(step);
    }

    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);

  return shown;
}

function easeOut(t: number) {
  return 1 - (1 - t) ** 3;
}
