import { createStore } from "zustand/vanilla";
import type { QuestKey } from "@/lib/domain/play/progression/rules";

/** How often the viewer did each action on this page with success. Quests are reloaded when one changes. */
const counts = createStore<Partial<Record<QuestKey, number>>>(() => ({}));

export function noteUserAction(action: QuestKey) {
  counts.setState(({ [action]: count = 0 }) => ({ [action]: count + 1 }));
}

/** Calls back with each further action. Returns the unsubscribe function. */
export function onUserAction(listener: (action: QuestKey) => void): () => void {
  return counts.subscribe((now, before) => {
    for (const action of Object.keys(now) as QuestKey[]) if (now[action] !== before[action]) listener(action);
  });
}
