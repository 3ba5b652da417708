import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import { type Context, read } from "./context";
import { tokenize } from "@/lib/domain/kernel/text/tokens";
import { visiblePerson } from "./visibility";

/** Whom a text mentions: the handle as written, in lower case → the id of its owner at that time. */
export type Mentions = Record<string, string>;

/** Returns whom a text of the actor mentions, of those whom they can see; undefined if nobody. */
export async function findMentions(tx: Context, content: string): Promise<Mentions | undefined> {
  const handles = new Set(tokenize(content).flatMap((token) => (token.kind === "mention" ? token.handle : [])));
  if (handles.size === 0) return undefined;
  const people = await read<{ id: string; handle: string }>(tx, "mentions.find")`
    SELECT u.id, u.handle FROM "User" u WHERE u.handle = ANY (${[...handles]}::text[]) AND u."closedAt" IS NULL
    AND ${visiblePerson(tx.actor.id, sql`u.id`)}`;
  const ids = new Map(people.map(({ id, handle }) => [handle, id]));
  // In the order of the text, because only the first few are notified.
  return Object.fromEntries([...handles].flatMap((handle) => (ids.has(handle) ? [[handle, ids.get(handle)!]] : [])));
}

/**
 * Returns the column with the mentions stored with `alias`: the handle as written → its owner's current handle. Omits
 * closed accounts, and people hidden from the viewer; null if nobody was mentioned.
 */
export function mentionsColumn(alias: string, viewerId: string, column = "mentions"): Sql {
  const stored = literal(`${alias}."${column}"`);
  return sql`CASE WHEN ${stored} IS NOT NULL THEN (
    SELECT coalesce(json_object_agg(m.key, mentioned.handle), '{}') FROM jsonb_each_text(${stored}) m
      JOIN "User" mentioned ON mentioned.id = m.value
      AND mentioned."closedAt" IS NULL AND ${visiblePerson(viewerId, sql`mentioned.id`)}) END AS ${literal(`"${column}"`)}`;
}
