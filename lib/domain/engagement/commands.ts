import { commitWith, type Context, inTransaction, write } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { sql } from "@/lib/infra/database/sql";
import type { BookmarkState, LikeState, RepostState } from "./schema";
import { countOnPost, findPost, type SeenPost } from "./seen-post";

interface PostId {
  id: string;
}

/** Likes a post. Liking it again changes nothing and records no event. */
export function likePost(ctx: Context, { id }: PostId): Promise<LikeState> {
  return inTransaction(ctx, async (tx) => {
    const [isNew, post] = await Promise.all([mark(tx, "like", id), findPost(tx, id)]);
    if (!isNew) return { liked: true, likeCount: post.likesCount };
    const [, likeCount = gone()] = await Promise.all([
      record(tx, "like.created", { postId: id }, { subjectId: id, notices: [toAuthor(post)] }),
      countOnPost(tx, "likes", { id, step: 1 }),
    ]);
    return { liked: true, likeCount };
  });
}

export function unlikePost(ctx: Context, { id }: PostId): Promise<LikeState> {
  return inTransaction(ctx, async (tx) => {
    const [wasThere, post] = await Promise.all([unmark(tx, "like", id), findPost(tx, id)]);
    if (!wasThere) return { liked: false, likeCount: post.likesCount };
    await record(tx, "like.deleted", { postId: id }, { subjectId: id });
    const likeCount = await commitWith(tx, () => countOnPost(tx, "likes", { id, step: -1 }));
    return { liked: false, likeCount: likeCount ?? 0 };
  });
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

/** Reposts a post. Reposting it again changes nothing and records no event. */
export function repostPost(ctx: Context, { id }: PostId): Promise<RepostState> {
  return inTransaction(ctx, async (tx) => {
    const [isNew, post] = await Promise.all([mark(tx, "repost", id), findPost(tx, id)]);
    if (!isNew) return { reposted: true, repostCount: post.repostsCount };
    const [, repostCount = gone()] = await Promise.all([
      record(tx, "repost.created", { postId: id }, { subjectId: id, notices: [toAuthor(post)] }),
      countOnPost(tx, "reposts", { id, step: 1 }),
    ]);
    return { reposted: true, repostCount };
  });
}

export function unrepostPost(ctx: Context, { id }: PostId): Promise<RepostState> {
  return inTransaction(ctx, async (tx) => {
    const [wasThere, post] = await Promise.all([unmark(tx, "repost", id), findPost(tx, id)]);
    if (!wasThere) return { reposted: false, repostCount: post.repostsCount };
    await record(tx, "repost.deleted", { postId: id }, { subjectId: id });
    const repostCount = await commitWith(tx, () => countOnPost(tx, "reposts", { id, step: -1 }));
    return { reposted: false, repostCount: repostCount ?? 0 };
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

/** Sets the actor's mark on a post; false if it was set already or there is no such post. */
async function mark(tx: Context, kind: Mark, postId: string): Promise<boolean> {
  const insert = sql`
    INSERT INTO ${MARKS[kind]} ("userId", "postId", "createdAt")
    SELECT ${tx.actor.id}, id, ${tx.now} FROM "Post" WHERE id = ${postId} ON CONFLICT DO NOTHING`;
  return (await write(tx, `engagement.mark.${kind}`)`${insert}`) === 1;
}

/** Removes the actor's mark from a post; false if there was none. */
async function unmark(tx: Context, kind: Mark, postId: string): Promise<boolean> {
  const remove = sql`DELETE FROM ${MARKS[kind]} WHERE "userId" = ${tx.actor.id} AND "postId" = ${postId}`;
  return (await write(tx, `engagement.unmark.${kind}`)`${remove}`) === 1;
}
