import { useEffect, useState, useSyncExternalStore } from "react";
import { BROWSER_WIRE } from "@/components/coins/ask";
import { setBalance } from "@/components/coins/balance-store";
import { createGame, type Clock } from "./game";
import type { Landed } from "./machine";
import { prefersStill } from "./prefers-still";

const BROWSER_CLOCK: Clock = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** The game as React sees it, joined to the browser's wire, clock and balance. */
export function usePlinko(drops: readonly Landed[]) {
  const [game] = useState(() =>
    createGame({
      wire: BROWSER_WIRE,
      clock: BROWSER_CLOCK,
      manner: () => (prefersStill() ? "steps" : "travel"),
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
  return { game, ...useSyncExternalStore(game.subscribe, game.snapshot, game.snapshot) };
}
