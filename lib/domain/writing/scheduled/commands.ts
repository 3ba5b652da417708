import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict, invalid, notFound } from "@/lib/domain/kernel/errors";
import { lockActor } from "@/lib/domain/kernel/locks";
import { keepForScheduledPost } from "@/lib/domain/writing/media/scheduled";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { findQuotable } from "@/lib/domain/writing/posts/quoting";
import type { CreatedPost } from "@/lib/domain/writing/posts/schema";
import { readScheduledPost } from "./queries";
import { isInBounds, MAX_WAITING } from "./rules";
import type { NewPostOrScheduled, NewScheduledPost, ScheduledPost, ScheduledPostChanges } from "./schema";

/** Creates a post, or schedules it if it names a moment. @throws DomainError as `createPost` and `schedulePost` */
export function createOrSchedulePost(
  ctx: Context,
  { publish_at, ...post }: NewPostOrScheduled,
): Promise<CreatedPost | ScheduledPost> {
  return publish_at === undefined ? createPost(ctx, post) : schedulePost(ctx, { ...post, publish_at });
}

/**
 * Schedules a post, under the conditions under which it could be posted now.
 * @throws DomainError `invalid_request` for a moment out of bounds, `conflict` while `MAX_WAITING` wait, and as
 *   `createPost`
 */
export async function schedulePost(ctx: Context, input: NewScheduledPost): Promise<ScheduledPost> {
  const { content = "", media_ids = [], audience, quote_id = null, warning = null, publish_at } = input;
  rejectOutOfBounds(ctx, publish_at);
  return inTransaction(ctx, async (tx) => {
    await lockActor(tx);
    await rejectTooMany(tx);
    if (quote_id !== null) await findQuotable(tx, quote_id);
    const id = idFor(tx, "sched");
    await write(tx, "scheduled.insert")`
      INSERT INTO "ScheduledPost" (id, "authorId", content, warning, audience, "quoteId", "publishAt", "createdAt")
      VALUES (${id}, ${tx.actor.id}, ${content}, ${warning}, ${audience}::"Audience", ${quote_id}, ${publish_at}, ${tx.now})`;
    await keepForScheduledPost(tx, id, media_ids);
    return readScheduledPost(tx, id);
  });
}

/**
 * Changes a scheduled post until it is posted: the account's lock decides between the two. A new moment lets one that
 * could not be posted wait again.
 * @throws DomainError `not_found` once it is posted, and as `schedulePost`
 */
export async function changeScheduledPost(
  ctx: Context,
  { id, publish_at, media_ids, ...changes }: ScheduledPostChanges & { id: string },
): Promise<ScheduledPost> {
  if (publish_at) rejectOutOfBounds(ctx, publish_at);
  return inTransaction(ctx, async (tx) => {
    await lockActor(tx);
    const before = await readScheduledPost(tx, id);
    if (publish_at && before.failure) await rejectTooMany(tx);
    if (media_ids) await keepForScheduledPost(tx, id, media_ids);
    const { content, warning, audience } = { ...before, ...changes };
    await write(tx, "scheduled.change")`
      UPDATE "ScheduledPost" SET content = ${content}, warning = ${warning}, audience = ${audience}::"Audience",
        "publishAt" = COALESCE(${publish_at}::timestamptz, "publishAt"),
        "failedAt" = CASE WHEN ${publish_at}::timestamptz IS NULL THEN "failedAt" END,
        failure = CASE WHEN ${publish_at}::timestamptz IS NULL THEN failure END
       WHERE id = ${id}`;
    const after = await readScheduledPost(tx, id);
    if (after.content === "" && after.media.length === 0)
      throw invalid([{ param: "content", message: "content is required when the post has no images" }]);
    return after;
  });
}

/** Cancels a scheduled post until it is posted. @throws DomainError `not_found` once it is */
export function cancelScheduledPost(ctx: Context, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockActor(tx);
    const deleted = await write(tx, "scheduled.cancel")`
      DELETE FROM "ScheduledPost" WHERE id = ${id} AND "authorId" = ${tx.actor.id}`;
    if (deleted === 0) throw notFound();
    await keepForScheduledPost(tx, id, []);
  });
}

/** Deletes all of the actor's: their account is gone for good, and its images with it. */
export async function deleteOwnScheduledPosts(tx: Context): Promise<void> {
  await write(tx, "scheduled.deleteOwn")`DELETE FROM "ScheduledPost" WHERE "authorId" = ${tx.actor.id}`;
}

function rejectOutOfBounds({ now }: Context, publishAt: Date): void {
  if (isInBounds(publishAt, now)) return;
  throw invalid([{ param: "publish_at", message: "publish_at must be 5 minutes to a year ahead" }]);
}

/** Requires the account to be locked. */
async function rejectTooMany(tx: Context): Promise<void> {
  const [waiting] = await read<{ count: number }>(tx, "scheduled.count")`
    SELECT count(*)::int AS count FROM "ScheduledPost" WHERE "authorId" = ${tx.actor.id} AND "failedAt" IS NULL`;
  if (waiting!.count >= MAX_WAITING)
    throw conflict(`${MAX_WAITING} posts of yours wait for their moment already. Cancel one first.`);
}
