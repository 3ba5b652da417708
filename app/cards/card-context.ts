import { createContext } from "@/lib/domain/context";

/** Returns a visitor's context: cards show public content only, and viewing a card does not count as a view. */
export function cardContext() {
  return createContext({ actor: null, channel: "session", afterCommit: () => undefined });
}
