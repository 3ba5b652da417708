import { type Context, read } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import { tokenize } from "@/lib/domain/tokens";
import { visiblePerson } from "@/lib/domain/visibility";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import type { Audience } from "@/lib/infra/prisma/enums";

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

/** Our choice: mentions in one text that notify. Further ones do not, so that nobody can notify everybody. */
const MAX_MENTIONS = 10;

export async function mentionedReaders(
  tx: Context,
  mentions: Mentions | undefined,
  post: { audience: Audience; authorId: string },
): Promise<string[]> {
  const named = Object.values(mentions ?? {}).slice(0, MAX_MENTIONS);
  if (named.length === 0 || post.audience === "PRIVATE") return [];
  return post.audience === "FOLLOWERS" ? followersAmong(tx, post.authorId, named) : named;
}

interface Mentioning {
  content: string;
  postId: string;
  subjectId: string;
  link: string;
}

export async function notifyMentioned(
  tx: Context,
  userIds: string[],
  { content, postId, subjectId, link }: Mentioning,
): Promise<void> {
  if (userIds.length === 0) return;
  const notifications = [{ userIds, preview: content, link, postId }];
  await record(tx, "user.mentioned", { userIds }, { subjectId, notifications });
}

/** Notifies people who are newly mentioned, and retracts the notifications of people who no longer are. */
export async function announceMentionChanges(
  tx: Context,
  { from, to }: { from: Mentions | undefined; to: Mentions | undefined },
  post: { audience: Audience; authorId: string },
  mentioning: Mentioning,
): Promise<void> {
  const before = await mentionedReaders(tx, from, post);
  const now = await mentionedReaders(tx, to, post);
  const gone = before.filter((id) => !now.includes(id));
  const { subjectId } = mentioning;
  if (gone.length > 0) await record(tx, "user.unmentioned", { userIds: gone }, { subjectId });
  await notifyMentioned(
    tx,
    now.filter((id) => !before.includes(id)),
    mentioning,
  );
}

async function followersAmong(tx: Context, followeeId: string, ids: string[]): Promise<string[]> {
  const follows = await read<{ followerId: string }>(tx, "mentions.followers")`
    SELECT "followerId" FROM "Follow" WHERE "followeeId" = ${followeeId} AND "followerId" = ANY (${ids}::text[])`;
  return follows.map(({ followerId }) => followerId);
}
