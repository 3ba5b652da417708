import type { VisitorContext } from "@/lib/domain/kernel/context";
import { buildTree, containsPhrase } from "./rules";
import { type Sql, sql } from "@/lib/infra/database/sql";

/**
 * Returns the column with the words that a recipient currently mutes, for the statement that inserts a notification;
 * null if none.
 */
export function phrasesColumn({ now }: VisitorContext): Sql {
  return sql`(SELECT json_agg(w.folded) FROM "MutedWord" w
      WHERE w."userId" = "Notification"."userId" AND (w.until IS NULL OR w.until > ${now})) AS phrases`;
}

/** The same column for notifications that muted words do not apply to. */
export const NO_PHRASES = sql`NULL::json AS phrases`;

export function isMuted(text: string, { phrases }: { phrases: string[] | null }, now: Date): boolean {
  return phrases !== null && containsPhrase(text, buildTree(phrases.map((folded) => ({ folded, until: null }))), now);
}
