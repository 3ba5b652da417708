import { type Context, inTransaction, read, write } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { findMentions, type Mentions } from "@/lib/domain/mentions/queries";
import { announceMentionChanges } from "@/lib/domain/posts/mentions";
import { visibleTo } from "@/lib/domain/visibility";
import type { Audience } from "@/lib/infra/prisma/enums";
import { readOwnComment } from "./queries";
import type { Comment, CommentChanges } from "./schema";

interface EditableComment {
  content: string;
  mentions: Mentions | null;
  postId: string;
  parentId: string | null;
  audience: Audience;
  postAuthorId: string;
}

/**
 * Edits one of the caller's own comments. An edit that changes nothing records no event.
 * @throws DomainError `not_found` for other people's comments, and for those on a post that the caller may no longer
 *   see
 */
export function editComment(ctx: Context, { id, content }: CommentChanges & { id: string }): Promise<Comment> {
  return inTransaction(ctx, async (tx) => {
    const [before] = await read<EditableComment>(tx, `engagement.lockOwn.${tx.channel}`)`
      SELECT c.content, c.mentions, c."postId", c."parentId", p.audience, p."authorId" AS "postAuthorId"
       FROM "Comment" c JOIN "Post" p ON p.id = c."postId"
      WHERE c.id = ${id} AND c."authorId" = ${tx.actor.id} AND c."deletedAt" IS NULL
        AND ${visibleTo(tx.channel, tx.actor.id)}
        FOR NO KEY UPDATE OF c`;
    if (!before) throw notFound();
    if (before.content === content) return readOwnComment(tx, id);
    const { postId, parentId, audience, postAuthorId: authorId } = before;
    const mentions = await findMentions(tx, content);
    await Promise.all([
      write(tx, "engagement.edit")`
        UPDATE "Comment" SET content = ${content}, mentions = ${mentions && JSON.stringify(mentions)}::jsonb,
        "editedAt" = ${tx.now} WHERE id = ${id}`,
      record(
        tx,
        "comment.updated",
        { postId, commentId: id, parentId },
        { subjectId: id, readResource: () => readOwnComment(tx, id) },
      ),
    ]);
    await announceMentionChanges(
      tx,
      { from: before.mentions ?? undefined, to: mentions },
      { audience, authorId },
      { content, postId, subjectId: id, link: `/posts/${postId}#${id}` },
    );
    return readOwnComment(tx, id);
  });
}
