import { commitWith, type Context, inTransaction, write, read } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { sql } from "@/lib/infra/database/sql";
import type { BookmarkState, LikeState, RepostState } from "./schema";
import { visibleTo } from "@/lib/domain/kernel/visibility";
import type { Post } from "@/lib/infra/prisma/client";

interface PostId {
  id: string;
}

/** Likes a post. Liking it again changes nothing and records no event. */
export async function likePost(ctx: Context, { id }: PostId): Promise<LikeState> {
  return { liked: true, likeCount: await addCounted(ctx, "like", id) };
}

export async function unlikePost(ctx: Context, { id }: PostId): Promise<LikeState> {
  return { liked: false, likeCount: await removeCounted(ctx, "like", id) };
}

/** Reposts a post. Reposting it again changes nothing and records no event. */
export async function repostPost(ctx: Context, { id }: PostId): Promise<RepostState> {
  return { reposted: true, repostCount: await addCounted(ctx, "repost", id) };
}

export async function unrepostPost(ctx: Context, { id }: PostId): Promise<RepostState> {
  return { reposted: false, repostCount: await removeCounted(ctx, "repost", id) };
}

/** Bookmarks a post, privately: nobody is notified. */
export function bookmarkPost(ctx: Context, { id }: PostId): Promise<BookmarkState> {
  return inTransaction(ctx, async (tx) => {
    const [isNew] = await Promise.all([mark(tx, "bookmark", id), findPost(tx, id)]);
    if (isNew) await record(tx, "bookmark.created", { postId: id }, { subjectId: id });
    return { bookmarked: true };
  });
}

export function unbookmarkPost(ctx: Context, { id }: PostId): Promise<BookmarkState> {
  return inTransaction(ctx, async (tx) => {
    await Promise.all([unmark(tx, "bookmark", id), findPost(tx, id)]);
    return { bookmarked: false };
  });
}

function addCounted(ctx: Context, kind: "like" | "repost", id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const [isNew, post] = await Promise.all([mark(tx, kind, id), findPost(tx, id)]);
    if (!isNew) return post[`${kind}sCount`];
    const [, count = gone()] = await Promise.all([
      record(
        tx,
        `${kind}.created`,
        { postId: id },
        { subjectId: id, notifications: [toAuthor(post)], advancesQuest: post.authorId !== tx.actor.id },
      ),
      countOnPost(tx, `${kind}s`, { id, step: 1 }),
    ]);
    return count;
  });
}

function removeCounted(ctx: Context, kind: "like" | "repost", id: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const [wasThere, post] = await Promise.all([unmark(tx, kind, id), findPost(tx, id)]);
    if (!wasThere) return post[`${kind}sCount`];
    await record(tx, `${kind}.deleted`, { postId: id }, { subjectId: id });
    return (await commitWith(tx, countOnPost(tx, `${kind}s`, { id, step: -1 }))) ?? 0;
  });
}

/** Rolls back: the post was deleted meanwhile. */
function gone(): never {
  throw notFound();
}

const toAuthor = ({ id, authorId, content }: SeenPost) => ({
  userIds: [authorId],
  preview: content || null,
  link: `/posts/${id}`,
  postId: id,
});

/** The marks that a person can set on a post, each once, and the tables of their rows. */
const MARKS = { like: sql`"Like"`, repost: sql`"Repost"`, bookmark: sql`"Bookmark"` };

type Mark = keyof typeof MARKS;

/** Sets a mark. Resolves to false if it was set already or there is no such post. */
async function mark(tx: Context, kind: Mark, postId: string): Promise<boolean> {
  const insert = sql`
    INSERT INTO ${MARKS[kind]} ("userId", "postId", "createdAt")
    SELECT ${tx.actor.id}, id, ${tx.now} FROM "Post" WHERE id = ${postId} ON CONFLICT DO NOTHING`;
  return (await write(tx, `engagement.mark.${kind}`)`${insert}`) === 1;
}

/** Removes a mark. Resolves to false if there was none. */
async function unmark(tx: Context, kind: Mark, postId: string): Promise<boolean> {
  const remove = sql`DELETE FROM ${MARKS[kind]} WHERE "userId" = ${tx.actor.id} AND "postId" = ${postId}`;
  return (await write(tx, `engagement.unmark.${kind}`)`${remove}`) === 1;
}

export type SeenPost = Pick<Post, "id" | "authorId" | "content" | "audience" | "likesCount" | "repostsCount">;

const COUNTERS = { likes: sql`"likesCount"`, comments: sql`"commentsCount"`, reposts: sql`"repostsCount"` };

/** Does not lock the post (see `countOnPost`). @throws DomainError `not_found` if the actor may not see it */
export async function findPost(tx: Context, id: string): Promise<SeenPost> {
  const [post] = await read<SeenPost>(tx, `engagement.post.${tx.channel}`)`
    SELECT p.id, p."authorId", p.content, p.audience, p."likesCount", p."repostsCount"
    FROM "Post" p WHERE p.id = ${id} AND ${visibleTo(tx.channel, tx.actor.id)}`;
  if (!post) throw notFound();
  return post;
}

/**
 * Counts an act on its post and returns the new count; undefined if the post was deleted since it was found. Undoing an
 * act is counted on a deleted post as well, because the post returns if its author reopens a closed account. It locks
 * the post's row, for which the writers of a popular post queue: an act sends it last.
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
