import { useEffect, useState } from "react";
import { useStore } from "zustand/react";
import { setBalance } from "@/components/coins/balance-store";
import { call } from "@/lib/client/call";
import { createGame, type Clock } from "./game";
import type { Landed } from "./machine";
import { prefersReducedMotion } from "./prefers-reduced-motion";

const BROWSER_CLOCK: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** The game for React, with the browser's client, clock and balance. */
export function usePlinko(drops: readonly Landed[]) {
  const [game] = useState(() =>
    createGame({
      call,
      clock: BROWSER_CLOCK,
      manner: () => (prefersReducedMotion() ? "steps" : "travel"),
      drops,
      onBalance: setBalance,
    }),
  );
  useEffect(() => {
    const reconnect = () => void game.reconnect();
    const skip = (event: KeyboardEvent) => {
      if (event.key === "Escape") game.skip();
    };
    addEventListener("online", reconnect);
    addEventListener("keydown", skip);
    return () => {
      removeEventListener("keydown", skip);
      removeEventListener("online", reconnect);
      game.leave();
    };
  }, [game]);
  return { game, ...useStore(game.store) };
}
