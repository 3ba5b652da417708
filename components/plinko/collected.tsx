"use client";

import type { ReactNode } from "react";
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import type { AchievementKey } from "@/lib/domain/play/coins/achievements";

/** What the viewer collected since opening the site. */
const store = createStore<readonly AchievementKey[]>(() => []);

export function collect(achievements: readonly AchievementKey[]): void {
  store.setState((collected) => [...collected, ...achievements], true);
}

interface CollectedProps {
  achievement: AchievementKey;
  /** Whether the viewer had it when the page was rendered. */
  rendered: boolean;
  yes: ReactNode;
  no: ReactNode;
}

export function Collected({ achievement, rendered, yes, no }: CollectedProps) {
  const isNew = useStore(store, (collected) => collected.includes(achievement));
  return rendered || isNew ? yes : no;
}

export function CollectedCount({ rendered }: { rendered: readonly AchievementKey[] }) {
  const collected = useStore(store);
  return new Set([...rendered, ...collected]).size;
}
