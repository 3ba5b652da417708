import { type Context, inTransaction } from "@/lib/domain/context";
import { record } from "@/lib/domain/events/commands";
import { type LockedPost, lockPost } from "./locked-post";
import { mark, unmark } from "./marks";
import type { BookmarkState, LikeState, RepostState } from "./schema";

interface PostId {
  id: string;
}

/** Likes a post. Doing it again changes nothing and is no event. */
export function likePost(ctx: Context, { id }: PostId): Promise<LikeState> {
  return inTransaction(ctx, async (tx) => {
    const post = await lockPost(tx, id);
    const isNew = await mark(tx, "like", id);
    if (isNew) await record(tx, "like.created", { postId: id }, { subjectId: id, notice: toAuthor(post) });
    return { liked: true, likeCount: post.likesCount + Number(isNew) };
  });
}

export function unlikePost(ctx: Context, { id }: PostId): Promise<LikeState> {
  return inTransaction(ctx, async (tx) => {
    const post = await lockPost(tx, id);
    const wasThere = await unmark(tx, "like", id);
    if (wasThere) await record(tx, "like.deleted", { postId: id }, { subjectId: id });
    return { liked: false, likeCount: post.likesCount - Number(wasThere) };
  });
}

/** Bookmarks a post, for the actor's eyes alone: nobody is told. */
export function bookmarkPost(ctx: Context, { id }: PostId): Promise<BookmarkState> {
  return inTransaction(ctx, async (tx) => {
    await lockPost(tx, id);
    if (await mark(tx, "bookmark", id)) await record(tx, "bookmark.created", { postId: id }, { subjectId: id });
    return { bookmarked: true };
  });
}

export function unbookmarkPost(ctx: Context, { id }: PostId): Promise<BookmarkState> {
  return inTransaction(ctx, async (tx) => {
    await lockPost(tx, id);
    await unmark(tx, "bookmark", id);
    return { bookmarked: false };
  });
}

/** Reposts a post; only the app does. */
export function repostPost(ctx: Context, { id }: PostId): Promise<RepostState> {
  return inTransaction(ctx, async (tx) => {
    const post = await lockPost(tx, id);
    const isNew = await mark(tx, "repost", id);
    if (isNew) await record(tx, "repost.created", { postId: id }, { subjectId: id, notice: toAuthor(post) });
    return { reposted: true, repostCount: post.repostsCount + Number(isNew) };
  });
}

export function unrepostPost(ctx: Context, { id }: PostId): Promise<RepostState> {
  return inTransaction(ctx, async (tx) => {
    const post = await lockPost(tx, id);
    const wasThere = await unmark(tx, "repost", id);
    if (wasThere) await record(tx, "repost.deleted", { postId: id }, { subjectId: id });
    return { reposted: false, repostCount: post.repostsCount - Number(wasThere) };
  });
}

const toAuthor = ({ id, authorId, content }: LockedPost) => ({
  userIds: [authorId],
  preview: content || null,
  link: `/posts/${id}`,
});
