import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { attachMedia } from "@/lib/domain/media/commands";
import { notifyMentions } from "./mentions";
import { presentCreatedPost } from "./present";
import type { CreatedPost, NewPost } from "./schema";

/** Creates a post (4.2), whichever door it comes through. Refuses `invalid_media` ids that cannot be attached. */
export function createPost(ctx: Context, { content = "", media_ids = [], audience }: NewPost): Promise<CreatedPost> {
  return inTransaction(ctx, async (tx) => {
    const post = { id: idFor(tx, "post"), content, audience, createdAt: tx.now };
    await tx.db.post.create({ data: { ...post, authorId: tx.actor.id }, select: { id: true } });
    await attachMedia(tx, post.id, media_ids);
    await tx.db.$executeRaw`UPDATE "User" SET "postsCount" = "postsCount" + 1 WHERE id = ${tx.actor.id}`;
    await record(tx, "post.created", { postId: post.id }, { subjectId: post.id });
    await notifyMentions(tx, { content, audience, authorId: tx.actor.id, subjectId: post.id, link: `/posts/${post.id}` });
    return presentCreatedPost(post);
  });
}

/** Soft-deletes one of the caller's own posts. Anybody else's is not found. */
export function deletePost(ctx: Context, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.post.updateMany({ where: { id, authorId: tx.actor.id, deletedAt: null }, data: { deletedAt: tx.now } });
    if (count === 0) throw notFound();
    await tx.db.$executeRaw`UPDATE "User" SET "postsCount" = "postsCount" - 1 WHERE id = ${tx.actor.id}`;
    await record(tx, "post.deleted", { postId: id }, { subjectId: id });
  });
}
