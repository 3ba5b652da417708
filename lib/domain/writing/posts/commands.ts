import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { attachMedia, releaseMedia } from "@/lib/domain/writing/media/commands";
import { tagsIn } from "@/lib/domain/writing/tags/rules";
import { previewedLink } from "@/lib/domain/writing/previews/links";
import { requestPreview } from "@/lib/domain/writing/previews/queue";
import { findMentions, type Mentions } from "@/lib/domain/kernel/mentions";
import { mentionedReaders, notifyMentioned } from "@/lib/domain/people/mentions/commands";
import { announceQuote, findQuotable } from "./quoting";
import { closedMeanwhile, lockAccount } from "@/lib/domain/kernel/locks";
import type { Post } from "@/lib/infra/prisma/client";
import type { Audience } from "@/lib/infra/prisma/enums";
import { readOwnPost } from "./queries";
import type { CreatedPost, NewPost } from "./schema";

/**
 * Creates a post (docs/contract.md#posts), through either channel.
 * @throws DomainError `invalid_media` for ids that cannot be attached, and as `findQuotable`
 */
export function createPost(
  ctx: Context,
  { content = "", media_ids = [], audience: chosen, quote_id, warning = null }: NewPost,
): Promise<CreatedPost> {
  return inTransaction(ctx, async (tx) => {
    const isNarrowed = chosen === "PUBLIC" && Boolean(tx.actor.limited);
    const audience = isNarrowed ? "FOLLOWERS" : chosen;
    const post = { id: idFor(tx, "post"), content, warning, audience, createdAt: tx.now };
    const [mentions, quoted] = await Promise.all([
      findMentions(tx, content),
      quote_id === undefined ? null : findQuotable(tx, quote_id),
    ]);
    const readers = await mentionedReaders(tx, mentions, { audience, authorId: tx.actor.id });
    await Promise.all([
      // Locks the account before the post adds its tags, as editing does.
      countPost(tx, audience, 1),
      insertPost(tx, { ...post, mentions, quoteId: quoted?.id ?? null, chosenAudience: isNarrowed ? chosen : null }),
      media_ids.length > 0 ? attachMedia(tx, post.id, media_ids) : undefined,
      record(
        tx,
        "post.created",
        { postId: post.id },
        { subjectId: post.id, readResource: () => readOwnPost(tx, post.id) },
      ),
      notifyMentioned(tx, readers, {
        content: warning ?? content,
        postId: post.id,
        subjectId: post.id,
        link: `/posts/${post.id}`,
        notifiedOtherwise: quoted ? { type: "QUOTE", userIds: [quoted.authorId] } : undefined,
      }),
      quoted && announceQuote(tx, quoted, post),
    ]);
    return { id: post.id, content, audience, createdAt: tx.now.toISOString() };
  });
}

interface DraftPost {
  id: string;
  content: string;
  warning: string | null;
  audience: Audience;
  /** The audience that a limited author chose, if the post has a narrower one. */
  chosenAudience: Audience | null;
  mentions: Mentions | undefined;
  quoteId: string | null;
  createdAt: Date;
}

/** Inserts the post, and has the page fetched that it links to. */
async function insertPost(
  tx: Context,
  { id, content, warning, audience, chosenAudience, mentions, quoteId, createdAt }: DraftPost,
): Promise<void> {
  const tags = tagsIn(content);
  const link = previewedLink(content);
  const inserting = write(tx, "posts.insert")`
    INSERT INTO "Post" (id, "authorId", content, warning, tags, "tagNames", "linkKind", "linkId", audience, "chosenAudience", mentions, "quoteId",
                        "createdAt")
    VALUES (${id}, ${tx.actor.id}, ${content}, ${warning}, ${tags.map(({ tag }) => tag)}, ${tags.map(({ name }) => name)},
            ${link?.kind}::"LinkKind", ${link?.id}, ${audience}::"Audience", ${chosenAudience}::"Audience", ${mentions && JSON.stringify(mentions)}::jsonb,
            ${quoteId}, ${createdAt})`;
  await Promise.all([inserting, requestPreview(tx, link)]);
}

/**
 * Soft-deletes a post, with its images and unread notifications.
 * @throws DomainError `not_found` for other people's posts
 */
export function deletePost(ctx: Context, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, tx.actor.id);
    const [post] = await read<Pick<Post, "audience">>(tx, "posts.delete")`
      UPDATE "Post" SET "deletedAt" = ${tx.now} WHERE id = ${id} AND "authorId" = ${tx.actor.id} AND "deletedAt" IS NULL
      RETURNING audience`;
    if (!post) throw notFound();
    await countPost(tx, post.audience, -1);
    await releaseMedia(tx, { postId: id });
    await record(tx, "post.deleted", { postId: id }, { subjectId: id });
  });
}

/** @throws DomainError if the account, and with it its posts, was closed meanwhile */
async function countPost(tx: Context, audience: Audience, change: 1 | -1): Promise<void> {
  const publicChange = audience === "PUBLIC" ? change : 0;
  const counted = await write(tx, "posts.count")`
    UPDATE "User" SET "postsCount" = "postsCount" + ${change}::int, "publicPostsCount" = "publicPostsCount" + ${publicChange}::int
    WHERE id = ${tx.actor.id} AND "closedAt" IS NULL`;
  if (counted === 0) throw closedMeanwhile(tx);
}

/** Soft-deletes all of the actor's posts, which hides their images as well. */
export async function deleteOwnPosts(tx: Context): Promise<void> {
  await write(tx, "posts.deleteOwn")`
    UPDATE "Post" SET "deletedAt" = ${tx.now} WHERE "authorId" = ${tx.actor.id} AND "deletedAt" IS NULL`;
}

/** Restores the posts that were deleted by closing the account, and counts them. */
export async function restorePosts(tx: Context, closedAt: Date): Promise<void> {
  await write(tx, "posts.restore")`
    UPDATE "Post" SET "deletedAt" = NULL WHERE "authorId" = ${tx.actor.id} AND "deletedAt" = ${closedAt}`;
  await write(tx, "posts.countRestored")`
    UPDATE "User" u SET "postsCount" = own.posts, "publicPostsCount" = own.public
     FROM (SELECT count(*)::int AS posts, count(*) FILTER (WHERE audience = 'PUBLIC')::int AS public
             FROM "Post" WHERE "authorId" = ${tx.actor.id} AND "deletedAt" IS NULL) own
    WHERE u.id = ${tx.actor.id}`;
}
