import { createContext } from "@/lib/domain/context";

/** A card shows what everybody may see, and looking at a card is not looking at its page: no view is counted. */
export function cardContext() {
  return createContext({ actor: null, door: "app", afterCommit: () => undefined });
}
