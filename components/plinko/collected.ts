import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import type { AchievementKey } from "@/lib/domain/play/coins/achievements";

/** What the viewer collected since opening the site. */
const store = createStore<readonly AchievementKey[]>(() => []);

export function collect(achievements: readonly AchievementKey[]): void {
  store.setState((collected) => [...collected, ...achievements], true);
}

/** Returns what the viewer has. `rendered` is what the page was rendered with. */
export function useCollected(rendered: readonly AchievementKey[]): ReadonlySet<AchievementKey> {
  return new Set([...rendered, ...useStore(store)]);
}
