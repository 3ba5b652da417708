import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { invalid, notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { findMentions, type Mentions } from "@/lib/domain/mentions/queries";
import { notifyMentions } from "@/lib/domain/posts/mentions";
import { presentComment } from "./present";
import { MAX_THREAD_DEPTH } from "./rules";
import type { Comment, NewComment } from "./schema";
import { countOnPost, findPost, type SeenPost } from "./seen-post";

/** Comments on a post, or replies to one of its comments (docs/contract.md#engagement). */
export function addComment(
  ctx: Context,
  { id: postId, content, parent_id }: NewComment & { id: string },
): Promise<Comment> {
  return inTransaction(ctx, async (tx) => {
    const post = await findPost(tx, postId);
    const parent = parent_id === undefined ? null : await findParent(tx, postId, parent_id);
    const comment = {
      id: idFor(tx, "cmt"),
      postId,
      parentId: parent?.id ?? null,
      content,
      mentions: await findMentions(tx, content),
      createdAt: tx.now,
    };
    await insert(tx, comment);
    await recordComment(tx, comment, post, parent);
    if ((await countOnPost(tx, "comments", { id: postId, step: 1 })) === undefined) throw notFound();
    return presentComment({ ...comment, repliesCount: 0, ...actorColumns(tx) });
  });
}

interface Parent {
  id: string;
  authorId: string;
}

type Draft = {
  id: string;
  postId: string;
  parentId: string | null;
  content: string;
  mentions: Mentions | undefined;
  createdAt: Date;
};

async function findParent(tx: Context, postId: string, id: string): Promise<Parent> {
  const parent = await tx.db.comment.findFirst({ where: { id, postId }, select: { id: true, authorId: true } });
  if (!parent) throw invalid([{ param: "parent_id", message: "parent_id is not a comment of this post" }]);
  const [{ depth } = { depth: 0 }] = await tx.db.$queryRaw<{ depth: number }[]>`
    WITH RECURSIVE above AS (
      SELECT "parentId", 1 AS depth FROM "Comment" WHERE id = ${id}
      UNION ALL SELECT c."parentId", a.depth + 1 FROM above a JOIN "Comment" c ON c.id = a."parentId"
      WHERE a.depth < ${MAX_THREAD_DEPTH})
    SELECT max(depth)::int AS depth FROM above`;
  if (depth >= MAX_THREAD_DEPTH)
    throw invalid([
      {
        param: "parent_id",
        message: `A thread is at most ${MAX_THREAD_DEPTH} replies deep. Reply to a comment further up`,
      },
    ]);
  return parent;
}

/** Inserts the row, and counts it on the comment that it replies to. */
async function insert(tx: Context, comment: Draft): Promise<void> {
  await tx.db.comment.create({ data: { ...comment, authorId: tx.actor.id }, select: { id: true } });
  if (comment.parentId)
    await tx.db.$executeRaw`UPDATE "Comment" SET "repliesCount" = "repliesCount" + 1 WHERE id = ${comment.parentId}`;
}

/**
 * Records the comment; notifies the author of the parent comment about the reply, and the post's author, if another
 * person, about the comment.
 */
async function recordComment(
  tx: Context,
  { id, postId, parentId, content, mentions }: Draft,
  post: SeenPost,
  parent: Parent | null,
): Promise<void> {
  const about = { preview: content, link: `/posts/${postId}#${id}`, postId };
  const notices = [
    ...(parent ? [{ ...about, type: "REPLY" as const, userIds: [parent.authorId] }] : []),
    ...(parent?.authorId === post.authorId ? [] : [{ ...about, userIds: [post.authorId] }]),
  ];
  await record(tx, "comment.created", { postId, commentId: id, parentId }, { subjectId: id, notices });
  await notifyMentions(tx, {
    mentions,
    content,
    audience: post.audience,
    authorId: post.authorId,
    postId,
    subjectId: id,
    link: about.link,
  });
}

const actorColumns = ({ actor }: Context) => ({
  personId: actor.id,
  personName: actor.name,
  personHandle: actor.handle,
  personImage: actor.image,
});
