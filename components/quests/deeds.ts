import type { QuestKey } from "@/lib/domain/progression/rules";

/** What the reader did on the page and the server has agreed to: whoever shows quests asks anew. */
const listeners = new Set<(deed: QuestKey) => void>();

export function noteDeed(deed: QuestKey) {
  for (const listener of listeners) listener(deed);
}

export function onDeed(listener: (deed: QuestKey) => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
