import { type Context, read } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { visibleTo } from "@/lib/domain/visibility";
import type { Post } from "@/lib/infra/prisma/client";
import { sql } from "@/lib/infra/database/sql";

export type SeenPost = Pick<Post, "id" | "authorId" | "content" | "audience" | "likesCount" | "repostsCount">;

const COUNTERS = { likes: sql`"likesCount"`, comments: sql`"commentsCount"`, reposts: sql`"repostsCount"` };

/**
 * Returns the post that an act is about, unlocked (see `countOnPost`).
 * @throws DomainError `not_found` if the actor may not see it
 */
export async function findPost(tx: Context, id: string): Promise<SeenPost> {
  const [post] = await read<SeenPost>(tx, `engagement.post.${tx.channel}`)`
    SELECT p.id, p."authorId", p.content, p.audience, p."likesCount", p."repostsCount"
    FROM "Post" p WHERE p.id = ${id} AND ${visibleTo(tx.channel, tx.actor.id)}`;
  if (!post) throw notFound();
  return post;
}

/**
 * Counts an act on its post and returns the new count; undefined if the post was deleted since it was found. Undoing an
 * act is counted on a deleted post as well, because the post returns if its author reopens a closed account. Must be
 * the last statement of an act: it locks the post's row, for which the writers of a popular post queue. All of them
 * lock it after their own account's row, so they cannot deadlock.
 */
export async function countOnPost(
  tx: Context,
  counter: keyof typeof COUNTERS,
  { id, step }: { id: string; step: 1 | -1 },
): Promise<number | undefined> {
  const column = COUNTERS[counter];
  const [post] = await read<{ count: number }>(tx, `engagement.count.${counter}`)`
    UPDATE "Post" SET ${column} = ${column} + ${step}::int WHERE id = ${id} AND ("deletedAt" IS NULL OR ${step}::int < 0)
    RETURNING ${column} AS count`;
  return post?.count;
}
