import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { attachMedia, releaseMedia } from "@/lib/domain/media/commands";
import { findMentions } from "@/lib/domain/mentions/queries";
import { lockUser } from "@/lib/domain/user-lock";
import type { Audience } from "@/lib/infra/prisma/enums";
import { notifyMentions } from "./mentions";
import { presentCreatedPost } from "./present";
import type { CreatedPost, NewPost } from "./schema";

/**
 * Creates a post (docs/contract.md#posts), through either channel.
 * @throws DomainError `invalid_media` for ids that cannot be attached
 */
export function createPost(ctx: Context, { content = "", media_ids = [], audience }: NewPost): Promise<CreatedPost> {
  return inTransaction(ctx, async (tx) => {
    const post = { id: idFor(tx, "post"), content, audience, createdAt: tx.now };
    const mentions = await findMentions(tx, content);
    await tx.db.post.create({ data: { ...post, mentions, authorId: tx.actor.id }, select: { id: true } });
    await attachMedia(tx, post.id, media_ids);
    await countPost(tx, audience, 1);
    await record(tx, "post.created", { postId: post.id }, { subjectId: post.id });
    await notifyMentions(tx, {
      mentions,
      content,
      audience,
      authorId: tx.actor.id,
      postId: post.id,
      subjectId: post.id,
      link: `/posts/${post.id}`,
    });
    return presentCreatedPost(post);
  });
}

/**
 * Soft-deletes one of the caller's own posts, with its images and its unread notifications.
 * @throws DomainError `not_found` for anybody else's
 */
export function deletePost(ctx: Context, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    // Everybody who acts on posts locks in this order: the account's row first, then the post's.
    await lockUser(tx, tx.actor.id);
    const [post] = await tx.db.post.updateManyAndReturn({
      where: { id, authorId: tx.actor.id, deletedAt: null },
      data: { deletedAt: tx.now },
      select: { audience: true },
    });
    if (!post) throw notFound();
    await countPost(tx, post.audience, -1);
    await releaseMedia(tx, { postId: id });
    await record(tx, "post.deleted", { postId: id }, { subjectId: id });
  });
}

async function countPost(tx: Context, audience: Audience, change: 1 | -1): Promise<void> {
  const open = audience === "PUBLIC" ? change : 0;
  await tx.db.$executeRaw`UPDATE "User"
      SET "postsCount" = "postsCount" + ${change}, "publicPostsCount" = "publicPostsCount" + ${open}
        WHERE id = ${tx.actor.id}`;
}
