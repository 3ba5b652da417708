import { type Context, read } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { rejectUnattached, releaseMedia, unattached } from "./commands";
import { UNATTACHED_LIFETIME_MS } from "./rules";

/**
 * For how long an image of a scheduled post is safe from a release of before there were any; nothing of this one
 * deletes it. Longer than the year that a post may wait, and the month for which a failed one is kept.
 */
const KEPT_MS = 400 * DAY_MS;

/**
 * Keeps the actor's own images for a scheduled post, in this order, and releases those that it no longer has. Requires
 * the account to be locked.
 * @throws DomainError `invalid_media` for images that are neither unattached nor of this post
 */
export async function keepForScheduledPost(
  tx: Context,
  scheduledPostId: string,
  mediaIds: readonly string[],
): Promise<void> {
  const until = new Date(tx.now.getTime() + KEPT_MS);
  const before = await read<{ id: string }>(tx, "media.ofScheduledPost")`
    SELECT id FROM "Media" WHERE "scheduledPostId" = ${scheduledPostId}`;
  const kept = await read<{ id: string }>(tx, "media.keepForScheduledPost")`
    UPDATE "Media" m SET "scheduledPostId" = ${scheduledPostId}, position = wanted.position, "expiresAt" = ${until}
      FROM unnest(${[...mediaIds]}::text[]) WITH ORDINALITY AS wanted(id, position)
     WHERE m.id = wanted.id AND (m."scheduledPostId" = ${scheduledPostId} OR ${unattached(tx)})
    RETURNING m.id`;
  rejectUnattached(mediaIds, kept);
  await releaseMedia(tx, { ids: before.map(({ id }) => id).filter((id) => !mediaIds.includes(id)) });
}

/** Lets the images of a scheduled post be attached to the post that it becomes. Returns their ids, in order. */
export async function takeFromScheduledPost(tx: Context, scheduledPostId: string): Promise<string[]> {
  const expiresAt = new Date(tx.now.getTime() + UNATTACHED_LIFETIME_MS);
  const taken = await read<{ id: string; position: number }>(tx, "media.takeFromScheduledPost")`
    UPDATE "Media" SET "scheduledPostId" = NULL, "expiresAt" = ${expiresAt} WHERE "scheduledPostId" = ${scheduledPostId}
    RETURNING id, position`;
  return taken.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
}
