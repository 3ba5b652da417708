import { readOwnComment } from "./queries";
import { actAs, type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { invalid, notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { findMentions, type Mentions } from "@/lib/domain/kernel/mentions";
import { announceMentionChanges, mentionedReaders, notifyMentioned } from "@/lib/domain/people/mentions/commands";
import { shownComment, visibleThread, visibleTo } from "@/lib/domain/kernel/visibility";
import { presentComment } from "./present";
import { MAX_THREAD_DEPTH } from "./rules";
import type { Comment, CommentChanges, NewComment } from "./schema";
import { countOnPost, findPost, type SeenPost } from "@/lib/domain/writing/engagement/commands";
import { literal, sql } from "@/lib/infra/database/sql";
import type { Comment as CommentModel, Post } from "@/lib/infra/prisma/client";
import { lockAccount, lockAccounts } from "@/lib/domain/kernel/locks";

/** Comments on a post, or replies to a comment (docs/contract.md#engagement). */
export function addComment(
  ctx: Context,
  { id: postId, content, parent_id }: NewComment & { id: string },
): Promise<Comment> {
  return inTransaction(ctx, async (tx) => {
    const [, post, parent, mentions] = await Promise.all([
      lockAccount(tx, tx.actor.id),
      findPost(tx, postId),
      parent_id === undefined ? null : findParent(tx, postId, parent_id),
      findMentions(tx, content),
    ]);
    const readers = await mentionedReaders(tx, mentions, post);
    const comment = {
      id: idFor(tx, "cmt"),
      postId,
      parentId: parent?.id ?? null,
      content,
      mentions,
      createdAt: tx.now,
    };
    const link = `/posts/${postId}#${comment.id}`;
    const [, , , count] = await Promise.all([
      insert(tx, comment),
      recordComment(tx, comment, { post, parent, link, mentioned: readers }),
      notifyMentioned(tx, readers, { content, postId, subjectId: comment.id, link }),
      countOnPost(tx, "comments", { id: postId, step: 1 }),
    ]);
    if (count === undefined) throw notFound();
    return presentComment({ ...comment, repliesCount: 0, editedAt: null, deletedAt: null, ...actorColumns(tx) });
  });
}

interface Parent {
  id: string;
  authorId: string;
}

type Draft = Pick<CommentModel, "id" | "postId" | "parentId" | "content" | "createdAt"> & {
  mentions: Mentions | undefined;
};

async function findParent(tx: Context, postId: string, id: string): Promise<Parent> {
  const [parent] = await read<{ authorId: string; depth: number }>(tx, "engagement.parent")`
    WITH RECURSIVE above AS (
      SELECT "authorId", "parentId", 1 AS depth FROM "Comment" WHERE id = ${id} AND "postId" = ${postId}
          AND "deletedAt" IS NULL AND ${shownComment(tx.actor.id, "Comment")}
          AND ${visibleThread(tx.actor.id, sql`"Comment".id`)}
      UNION ALL SELECT a."authorId", c."parentId", a.depth + 1 FROM above a JOIN "Comment" c ON c.id = a."parentId"
      WHERE a.depth < ${literal(MAX_THREAD_DEPTH)})
    SELECT "authorId", depth FROM above ORDER BY depth DESC LIMIT 1`;
  if (!parent) throw noParent();
  if (parent.depth >= MAX_THREAD_DEPTH)
    throw invalid([
      {
        param: "parent_id",
        message: `A thread is at most ${MAX_THREAD_DEPTH} replies deep. Reply to a comment further up`,
      },
    ]);
  return { id, authorId: parent.authorId };
}

const noParent = () => invalid([{ param: "parent_id", message: "parent_id is not a comment of this post" }]);

/** @throws DomainError `invalid_request` if the parent was deleted meanwhile */
async function insert(tx: Context, { id, postId, parentId, content, mentions, createdAt }: Draft): Promise<void> {
  const inserted = await write(tx, "engagement.comment")`
    WITH parent AS (
      UPDATE "Comment" SET "repliesCount" = "repliesCount" + 1 WHERE id = ${parentId} AND "deletedAt" IS NULL
      RETURNING id)
    INSERT INTO "Comment" (id, "postId", "parentId", "authorId", content, mentions, "createdAt")
    SELECT ${id}, ${postId}, ${parentId}, ${tx.actor.id}, ${content},
           ${mentions && JSON.stringify(mentions)}::jsonb, ${createdAt}::timestamptz
     WHERE ${parentId}::text IS NULL OR EXISTS (SELECT FROM parent)`;
  if (inserted === 0) throw noParent();
}

async function recordComment(
  tx: Context,
  { id, postId, parentId, content }: Draft,
  {
    post,
    parent,
    link,
    mentioned,
  }: { post: SeenPost; parent: Parent | null; link: string; mentioned: readonly string[] },
): Promise<void> {
  const about = { preview: content, link, postId };
  const notifications = [
    ...(parent ? [{ ...about, type: "REPLY" as const, userIds: [parent.authorId] }] : []),
    ...(parent?.authorId === post.authorId ? [] : [{ ...about, userIds: [post.authorId] }]),
  ];
  await record(
    tx,
    "comment.created",
    { postId, commentId: id, parentId },
    {
      subjectId: id,
      notifications,
      notifiedOtherwise: { type: "MENTION", userIds: mentioned },
      readResource: () => readOwnComment(tx, id),
    },
  );
}

const actorColumns = ({ actor }: Context) => ({
  personId: actor.id,
  personName: actor.name,
  personHandle: actor.handle,
  personImage: actor.image,
});

type EditableComment = Pick<CommentModel, "content" | "postId" | "parentId"> &
  Pick<Post, "audience"> & { mentions: Mentions | null; postAuthorId: string };

/**
 * Edits a comment of the caller's. An edit that changes nothing records no event.
 * @throws DomainError `not_found` for other people's comments, and for those on a post that the caller may no longer
 *   see
 */
export function editComment(ctx: Context, { id, content }: CommentChanges & { id: string }): Promise<Comment> {
  return inTransaction(ctx, async (tx) => {
    const [, before] = await Promise.all([lockAccount(tx, tx.actor.id), lockOwnComment(tx, id)]);
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

async function lockOwnComment(tx: Context, id: string): Promise<EditableComment | undefined> {
  const [comment] = await read<EditableComment>(tx, `engagement.lockOwn.${tx.channel}`)`
    SELECT c.content, c.mentions, c."postId", c."parentId", p.audience, p."authorId" AS "postAuthorId"
     FROM "Comment" c JOIN "Post" p ON p.id = c."postId"
    WHERE c.id = ${id} AND c."authorId" = ${tx.actor.id} AND c."deletedAt" IS NULL
      AND ${visibleTo(tx.channel, tx.actor.id)}
      FOR NO KEY UPDATE OF c`;
  return comment;
}

type RemovableComment = Pick<CommentModel, "id" | "postId" | "parentId" | "repliesCount">;

/**
 * Deletes one of the caller's own comments, or one on a post of theirs, even if they may no longer see the post. A
 * comment with replies keeps its place without its text; otherwise its row is deleted, along with deleted ancestors
 * that have no other reply.
 * @throws DomainError `not_found` for any other comment
 */
export function deleteComment(ctx: Context, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const accounts = await lockAccounts(tx, [tx.actor.id, await authorOfRemovable(tx, id)]);
    const comment = await lockComment(tx, id);
    if (!comment) throw notFound();
    if (comment.repliesCount > 0) await empty(tx, id);
    else await removeRow(tx, id);
    const data = { postId: comment.postId, commentId: id, parentId: comment.parentId };
    for (const account of accounts) await record(actAs(tx, account), "comment.deleted", data, { subjectId: id });
    await countOnPost(tx, "comments", { id: comment.postId, step: -1 });
  });
}

/** The condition of a comment that the actor may delete, for a statement on `"Comment" c` and `"Post" p`. */
const removable = ({ actor }: Context, id: string) => sql`c.id = ${id} AND c."deletedAt" IS NULL
  AND p."deletedAt" IS NULL AND (c."authorId" = ${actor.id} OR p."authorId" = ${actor.id})`;

/** Does not lock the comment: accounts come first. */
async function authorOfRemovable(tx: Context, id: string): Promise<string> {
  const [comment] = await read<{ authorId: string }>(tx, "engagement.authorOfRemovable")`
    SELECT c."authorId" FROM "Comment" c JOIN "Post" p ON p.id = c."postId" WHERE ${removable(tx, id)}`;
  if (!comment) throw notFound();
  return comment.authorId;
}

async function lockComment(tx: Context, id: string): Promise<RemovableComment | undefined> {
  const [comment] = await read<RemovableComment>(tx, "engagement.lockRemovable")`
    SELECT c.id, c."postId", c."parentId", c."repliesCount"
     FROM "Comment" c JOIN "Post" p ON p.id = c."postId"
    WHERE ${removable(tx, id)} FOR UPDATE OF c`;
  return comment;
}

async function empty(tx: Context, id: string): Promise<void> {
  await write(tx, "engagement.empty")`
    UPDATE "Comment" SET content = '', mentions = NULL, "deletedAt" = ${tx.now} WHERE id = ${id}`;
}

/** Remembers for a while that its author was in the conversation, so that they can still report what it says. */
async function removeRow(tx: Context, id: string): Promise<void> {
  const [parent] = await read<{ id: string; isEmpty: boolean }>(tx, "engagement.remove")`
    WITH gone AS (DELETE FROM "Comment" WHERE id = ${id} RETURNING "authorId", "postId", "parentId"),
         former AS (
           INSERT INTO "FormerCommenter" ("userId", "postId", "deletedAt")
           SELECT "authorId", "postId", ${tx.now}::timestamptz FROM gone
           ON CONFLICT ("userId", "postId") DO UPDATE SET "deletedAt" = excluded."deletedAt")
    UPDATE "Comment" c SET "repliesCount" = c."repliesCount" - 1 FROM gone WHERE c.id = gone."parentId"
    RETURNING c.id, c."deletedAt" IS NOT NULL AND c."repliesCount" = 0 AS "isEmpty"`;
  if (parent?.isEmpty) await removeRow(tx, parent.id);
}

/** Forgets in which conversations an account that is closed for good once was. */
export async function forgetThreads(tx: Context): Promise<void> {
  await write(tx, "engagement.forgetThreads")`DELETE FROM "FormerCommenter" WHERE "userId" = ${tx.actor.id}`;
}
