import { type Context, inTransaction } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { mark, unmark } from "./marks";
import type { BookmarkState, LikeState, RepostState } from "./schema";
import { countOnPost, findPost, type SeenPost } from "./seen-post";

interface PostId {
  id: string;
}

/** Likes a post. Liking it again changes nothing and records no event. */
export function likePost(ctx: Context, { id }: PostId): Promise<LikeState> {
  return inTransaction(ctx, async (tx) => {
    const isNew = await mark(tx, "like", id);
    const post = await findPost(tx, id);
    if (!isNew) return { liked: true, likeCount: post.likesCount };
    await record(tx, "like.created", { postId: id }, { subjectId: id, notices: [toAuthor(post)] });
    return { liked: true, likeCount: (await countOnPost(tx, "likes", { id, step: 1 })) ?? gone() };
  });
}

export function unlikePost(ctx: Context, { id }: PostId): Promise<LikeState> {
  return inTransaction(ctx, async (tx) => {
    const wasThere = await unmark(tx, "like", id);
    const post = await findPost(tx, id);
    if (!wasThere) return { liked: false, likeCount: post.likesCount };
    await record(tx, "like.deleted", { postId: id }, { subjectId: id });
    return { liked: false, likeCount: (await countOnPost(tx, "likes", { id, step: -1 })) ?? 0 };
  });
}

/** Bookmarks a post, privately: nobody is notified. */
export function bookmarkPost(ctx: Context, { id }: PostId): Promise<BookmarkState> {
  return inTransaction(ctx, async (tx) => {
    const isNew = await mark(tx, "bookmark", id);
    await findPost(tx, id);
    if (isNew) await record(tx, "bookmark.created", { postId: id }, { subjectId: id });
    return { bookmarked: true };
  });
}

export function unbookmarkPost(ctx: Context, { id }: PostId): Promise<BookmarkState> {
  return inTransaction(ctx, async (tx) => {
    await unmark(tx, "bookmark", id);
    await findPost(tx, id);
    return { bookmarked: false };
  });
}

/** Reposts a post; session routes only. */
export function repostPost(ctx: Context, { id }: PostId): Promise<RepostState> {
  return inTransaction(ctx, async (tx) => {
    const isNew = await mark(tx, "repost", id);
    const post = await findPost(tx, id);
    if (!isNew) return { reposted: true, repostCount: post.repostsCount };
    await record(tx, "repost.created", { postId: id }, { subjectId: id, notices: [toAuthor(post)] });
    return { reposted: true, repostCount: (await countOnPost(tx, "reposts", { id, step: 1 })) ?? gone() };
  });
}

export function unrepostPost(ctx: Context, { id }: PostId): Promise<RepostState> {
  return inTransaction(ctx, async (tx) => {
    const wasThere = await unmark(tx, "repost", id);
    const post = await findPost(tx, id);
    if (!wasThere) return { reposted: false, repostCount: post.repostsCount };
    await record(tx, "repost.deleted", { postId: id }, { subjectId: id });
    return { reposted: false, repostCount: (await countOnPost(tx, "reposts", { id, step: -1 })) ?? 0 };
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
