import { headers } from "next/headers";
import { createContext } from "@/lib/domain/kernel/context";
import { card, type Card } from "./card";

/** Returns a visitor's context: cards show public content only, and viewing a card does not count as a view. */
export function cardContext() {
  return createContext({ actor: null, channel: "session", afterCommit: () => undefined });
}

export async function answerCard(content: Card): Promise<Response> {
  return card(content, { known: (await headers()).get("if-none-match") });
}
