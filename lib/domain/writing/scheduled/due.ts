import { actorOf, type Author, AUTHOR_COLUMNS } from "@/lib/domain/accounts/users/account";
import { mustVerifyEmail } from "@/lib/domain/accounts/guards/verified-email";
import { record } from "@/lib/domain/consequences/events/commands";
import { type Context, inTransaction, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { releaseMedia } from "@/lib/domain/writing/media/commands";
import { takeFromScheduledPost } from "@/lib/domain/writing/media/scheduled";
import { createPost } from "@/lib/domain/writing/posts/commands";
import type { ScheduledPost } from "@/lib/infra/prisma/client";
import { literal, sql } from "@/lib/infra/database/sql";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { type Failure, FAILED_RETENTION_MS, FAILURES } from "./rules";

/** Posts of one run, which bounds how much later than its `now` the last is posted. */
const BATCH = 100;

type Due = Pick<ScheduledPost, "id" | "authorId" | "publishAt">;

const report = onceAMinute((error, suppressed) => log.warn("scheduled post failed", { error, suppressed }));

/**
 * Posts what is due, in the order of its moments, or notifies its author why not. Each is one transaction, which
 * deletes the scheduled post and creates the post: whatever ends it early leaves the post waiting for the next run.
 * @param after the last of the run before
 * @returns the last of this run, if others are due
 */
export async function publishDuePosts(ctx: VisitorContext, after?: Due): Promise<Due | undefined> {
  const due = await read<Due>(ctx, "scheduled.due")`
    SELECT id, "authorId", "publishAt" FROM "ScheduledPost"
     WHERE "failedAt" IS NULL AND "publishAt" <= ${ctx.now}
       AND ("publishAt", id) > (COALESCE(${after?.publishAt}::timestamptz, '-infinity'), ${after?.id ?? ""})
     ORDER BY "publishAt", id LIMIT ${literal(BATCH)}`;
  // One that fails for no reason of its author's keeps no other from being posted, and is tried again by the next run.
  for (const post of due) await publish(ctx, post).catch(report);
  return due.length === BATCH ? due.at(-1) : undefined;
}

async function publish(ctx: VisitorContext, due: Due): Promise<void> {
  try {
    await inTransaction(ctx, (tx) => post(tx, due));
  } catch (error) {
    if (!(error instanceof NotPosted)) throw error;
    await inTransaction(ctx, (tx) => fail(tx, due, error.failure));
  }
}

/** Rolls back the transaction of a post that must not be made. */
class NotPosted extends Error {
  constructor(readonly failure: Failure) {
    super(FAILURES[failure]);
  }
}

/** The condition for a scheduled post still being due: another process may have posted it, or its author moved it. */
const isStillDue = ({ now }: VisitorContext) => sql`"failedAt" IS NULL AND "publishAt" <= ${now}`;

/**
 * Locks the author, as every act on a scheduled post does, and skips one whom another process is posting for: they are
 * next in the following run.
 */
async function post(tx: VisitorContext, { id, authorId }: Due): Promise<void> {
  const [author] = await read<Author>(tx, "scheduled.lockAuthor")`
    SELECT ${AUTHOR_COLUMNS} FROM "User" u WHERE u.id = ${authorId} FOR NO KEY UPDATE SKIP LOCKED`;
  if (!author) return;
  const [claimed] = await read<Pick<ScheduledPost, "content" | "warning" | "audience" | "quoteId">>(
    tx,
    "scheduled.claim",
  )`DELETE FROM "ScheduledPost" WHERE id = ${id} AND ${isStillDue(tx)} RETURNING content, warning, audience, "quoteId"`;
  if (!claimed) return;
  const { quoteId, ...parts } = claimed;
  const ctx: Context = { ...tx, actor: actorOf(rejectBarred(author)) };
  const media_ids = await takeFromScheduledPost(ctx, id);
  await createPost(ctx, { ...parts, media_ids, quote_id: quoteId ?? undefined }).catch((error: unknown) => {
    throw quoteId !== null && isUnquotable(error) ? new NotPosted("quote_unavailable") : error;
  });
}

/** Returns an author who may post. @throws NotPosted */
function rejectBarred(author: Author): Author {
  if (author.closedAt) throw new NotPosted("account_closed");
  if (author.suspendedAt) throw new NotPosted("account_suspended");
  if (mustVerifyEmail(author)) throw new NotPosted("email_unverified");
  return author;
}

/** As `findQuotable` throws. */
const isUnquotable = (error: unknown) =>
  error instanceof DomainError && (error.code === "invalid_request" || error.code === "forbidden");

/** Keeps the post as one that could not be posted, and notifies its author. */
async function fail(tx: VisitorContext, { id, authorId }: Due, failure: Failure): Promise<void> {
  const [author] = await read<Author>(tx, "scheduled.lockFailing")`
    SELECT ${AUTHOR_COLUMNS} FROM "User" u WHERE u.id = ${authorId} FOR NO KEY UPDATE`;
  const [failed] = await read<Pick<ScheduledPost, "content" | "warning">>(tx, "scheduled.fail")`
    UPDATE "ScheduledPost" SET "failedAt" = ${tx.now}, failure = ${failure}::"ScheduledPostFailure"
     WHERE id = ${id} AND ${isStillDue(tx)} RETURNING content, warning`;
  if (!author || !failed) return;
  const preview = `Not posted, because ${FAILURES[failure]}: ${failed.warning ?? (failed.content || "your pictures")}`;
  await record(
    { ...tx, actor: author },
    "scheduled-post.failed",
    { scheduledPostId: id },
    {
      subjectId: `${id} ${tx.now.toISOString()}`,
      notifications: [{ userIds: [authorId], preview, link: "/posts/scheduled" }],
    },
  );
}

/** Deletes posts that could not be posted and were not scheduled again, with their images. */
export async function deleteFailedPosts(ctx: VisitorContext): Promise<void> {
  while ((await inTransaction(ctx, deleteBatch)) === BATCH);
}

async function deleteBatch(tx: VisitorContext): Promise<number> {
  const before = new Date(tx.now.getTime() - FAILED_RETENTION_MS);
  const gone = await read<{ id: string }>(tx, "scheduled.deleteFailed")`
    DELETE FROM "ScheduledPost" WHERE id = ANY (ARRAY(
      SELECT id FROM "ScheduledPost" WHERE "failedAt" <= ${before} ORDER BY "failedAt" LIMIT ${literal(BATCH)}
         FOR UPDATE SKIP LOCKED))
    RETURNING id`;
  await releaseMedia(tx, { scheduledPostIds: gone.map(({ id }) => id) });
  return gone.length;
}
