import { type Actor, type Context, inTransaction, read, write } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { lockUser } from "@/lib/domain/guards/locks";
import type { Comment } from "@/lib/infra/prisma/client";
import { countOnPost } from "./commands";

type RemovableComment = Pick<Comment, "id" | "postId" | "parentId" | "authorId" | "repliesCount">;

/**
 * Deletes one of the caller's own comments, or one on a post of theirs, even if they may no longer see the post. A
 * comment with replies keeps its place without its text; otherwise its row is deleted, along with deleted ancestors
 * that have no other reply.
 * @throws DomainError `not_found` for any other comment
 */
export function deleteComment(ctx: Context, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    // Locks in the same order as replying: the comment's row, its parent's, accounts, then the post.
    const comment = await lockComment(tx, id);
    if (!comment) throw notFound();
    if (comment.repliesCount > 0) await empty(tx, id);
    else await removeRow(tx, id);
    const accounts = [...new Set([tx.actor.id, comment.authorId])].toSorted();
    for (const account of accounts) await lockUser(tx, account);
    const data = { postId: comment.postId, commentId: id, parentId: comment.parentId };
    for (const account of accounts)
      await record({ ...tx, actor: await actorOf(tx, account) }, "comment.deleted", data, { subjectId: id });
    await countOnPost(tx, "comments", { id: comment.postId, step: -1 });
  });
}

async function lockComment(tx: Context, id: string): Promise<RemovableComment | undefined> {
  const [comment] = await read<RemovableComment>(tx, "engagement.lockRemovable")`
    SELECT c.id, c."postId", c."parentId", c."authorId", c."repliesCount"
     FROM "Comment" c JOIN "Post" p ON p.id = c."postId"
    WHERE c.id = ${id} AND c."deletedAt" IS NULL AND p."deletedAt" IS NULL
      AND (c."authorId" = ${tx.actor.id} OR p."authorId" = ${tx.actor.id})
      FOR UPDATE OF c`;
  return comment;
}

async function empty(tx: Context, id: string): Promise<void> {
  await write(tx, "engagement.empty")`
    UPDATE "Comment" SET content = '', mentions = NULL, "deletedAt" = ${tx.now} WHERE id = ${id}`;
}

/** Deletes a comment without replies, and decrements its parent's count. */
async function removeRow(tx: Context, id: string): Promise<void> {
  const [parent] = await read<{ id: string; isEmpty: boolean }>(tx, "engagement.remove")`
    WITH gone AS (DELETE FROM "Comment" WHERE id = ${id} RETURNING "parentId")
    UPDATE "Comment" c SET "repliesCount" = c."repliesCount" - 1 FROM gone WHERE c.id = gone."parentId"
    RETURNING c.id, c."deletedAt" IS NOT NULL AND c."repliesCount" = 0 AS "isEmpty"`;
  if (parent?.isEmpty) await removeRow(tx, parent.id);
}

/** Returns the actor of the event: the comment's author, even if the post's author removes it. */
async function actorOf(tx: Context, id: string): Promise<Actor> {
  if (id === tx.actor.id) return tx.actor;
  return tx.db.user.findUniqueOrThrow({
    where: { id },
    select: { id: true, handle: true, name: true, image: true, role: true, tier: true },
  });
}
