import { type Context, inTransaction, read } from "@/lib/domain/kernel/context";
import { forbidden, invalid, notFound } from "@/lib/domain/kernel/errors";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { publicPost, visibleTo } from "@/lib/domain/kernel/visibility";
import { record } from "@/lib/domain/consequences/events/commands";
import { readersAmong } from "@/lib/domain/people/mentions/commands";
import type { Audience } from "@/lib/infra/prisma/enums";
import { sql } from "@/lib/infra/database/sql";
import { allowsQuotes } from "./consent";

export interface QuotedPost {
  id: string;
  authorId: string;
}

/**
 * Returns the post that a new one is about to quote. It may change before the commit: every read of a quote decides
 * again what it shows.
 * @throws DomainError `invalid_request` for what the actor cannot see or is not public, `forbidden` if its author does
 *   not let them
 */
export async function findQuotable(tx: Context, id: string): Promise<QuotedPost> {
  const [post] = await read<QuotedPost & { isAllowed: boolean }>(tx, "quotes.quotable")`
    SELECT p.id, p."authorId", ${allowsQuotes(tx.actor.id)} AS "isAllowed"
      FROM "Post" p JOIN "User" u ON u.id = p."authorId" WHERE p.id = ${id} AND ${publicPost(tx.actor.id)}`;
  if (!post) throw invalid([{ param: "quote_id", message: "quote_id is not a public post that you can see" }]);
  if (!post.isAllowed) throw forbidden("The author of this post does not let you quote it.");
  return post;
}

/** Tells the author of a quoted post of the post that quotes it, if they may see that one. */
export async function announceQuote(
  tx: Context,
  quoted: QuotedPost,
  quote: { id: string; content: string; warning: string | null; audience: Audience },
): Promise<void> {
  const { id, content, warning, audience } = quote;
  const userIds = await readersAmong(tx, [quoted.authorId], { audience, authorId: tx.actor.id });
  const notifications = [{ userIds, preview: (warning ?? content) || null, link: `/posts/${id}`, postId: id }];
  await record(tx, "post.quoted", { postId: quoted.id, quoteId: id }, { subjectId: id, notifications });
}

/**
 * Withdraws a post of the actor's from one that quotes it: nobody is shown it there any more. Withdrawing it again
 * changes nothing.
 * @throws DomainError `not_found` if the actor has no such post, or it is not quoted by one that they can see
 */
export function withdrawQuote(ctx: Context, { id, quoteId }: { id: string; quoteId: string }): Promise<void> {
  const quoteOfOwn = sql`p.id = ${quoteId} AND p."quoteId" = ${id} AND q.id = ${id} AND q."authorId" = ${ctx.actor.id}
    AND q."deletedAt" IS NULL AND p."deletedAt" IS NULL
    AND (p.audience = 'PUBLIC' OR ${visibleTo(ctx.channel, ctx.actor.id)})`;
  return inTransaction(ctx, async (tx) => {
    const [, isNew, known] = await Promise.all([
      lockAccount(tx, tx.actor.id),
      read(tx, `quotes.withdraw.${tx.channel}`)`
        UPDATE "Post" p SET "quoteWithdrawnAt" = ${tx.now} FROM "Post" q
         WHERE ${quoteOfOwn} AND p."quoteWithdrawnAt" IS NULL RETURNING p.id`,
      read(tx, `quotes.ofOwn.${tx.channel}`)`SELECT p.id FROM "Post" p, "Post" q WHERE ${quoteOfOwn}`,
    ]);
    if (known.length === 0) throw notFound();
    if (isNew.length > 0) await record(tx, "quote.withdrawn", { postId: id, quoteId }, { subjectId: quoteId });
  });
}
