import type { Context } from "@/lib/domain/context";

const MENTION = /(?<![\w@/])@([a-z0-9_]{3,20})\b/gi;

/** Whom a text mentions: the handle as written, in small letters → the id of who had it then. */
export type Mentions = Record<string, string>;

/** Looks up whom a text mentions; undefined where it names nobody. */
export async function findMentions(tx: Context, content: string): Promise<Mentions | undefined> {
  const handles = new Set([...content.matchAll(MENTION)].map(([, handle]) => handle!.toLowerCase()));
  if (handles.size === 0) return undefined;
  const people = await tx.db.user.findMany({
    where: { handle: { in: [...handles] }, closedAt: null },
    select: { id: true, handle: true },
  });
  const ids = new Map(people.map(({ id, handle }) => [handle, id]));
  // In the order of the text: the first are told.
  return Object.fromEntries([...handles].flatMap((handle) => (ids.has(handle) ? [[handle, ids.get(handle)!]] : [])));
}

/**
 * The mentions stored with `alias`, for a statement: the handle as written → the one its owner has now. Who closed their
 * account is left out; null where nobody was named.
 */
export function mentionsColumn(alias: string, column = "mentions"): string {
  return `CASE WHEN ${alias}."${column}" IS NOT NULL THEN (
    SELECT coalesce(json_object_agg(m.key, mentioned.handle), '{}') FROM jsonb_each_text(${alias}."${column}") m
      JOIN "User" mentioned ON mentioned.id = m.value AND mentioned."closedAt" IS NULL) END AS "${column}"`;
}
