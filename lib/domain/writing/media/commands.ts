import { type Context, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { conflict, DomainError, type Issue, notFound } from "@/lib/domain/kernel/errors";
import { AVATAR } from "./queries";
import { MAX_IMAGES, MAX_UNATTACHED, QUOTA_DAY_MS, SANDBOX_QUOTA } from "./rules";
import { type Sql, sql } from "@/lib/infra/database/sql";
import { env } from "@/lib/infra/environment/env";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { metrics } from "@/lib/infra/log/metrics";

/**
 * Attaches the actor's own, unexpired, unattached images to a post, in the given order. Expiry and attaching exclude
 * each other.
 */
export async function attachMedia(tx: Context, postId: string, mediaIds: readonly string[]): Promise<void> {
  const attached = await read<{ id: string }>(tx, "media.attach")`
    UPDATE "Media" m SET "postId" = ${postId}, "expiresAt" = NULL, position = wanted.position
      FROM unnest(${[...mediaIds]}::text[]) WITH ORDINALITY AS wanted(id, position)
     WHERE m.id = wanted.id AND ${unattached(tx)}
    RETURNING m.id`;
  rejectUnattached(mediaIds, attached);
}

/** Returns the condition for an image `m` being one that the actor can still attach. */
export const unattached = ({ actor, now }: Context): Sql => sql`(m."ownerId" = ${actor.id} AND m."postId" IS NULL
  AND m."scheduledPostId" IS NULL AND m."expiresAt" > ${now})`;

/**
 * Rejects images that were not attached.
 * @throws DomainError `invalid_media` that names each, and those that the caller names twice
 */
export function rejectUnattached(mediaIds: readonly string[], attached: readonly { id: string }[]): void {
  const found = new Set(attached.map(({ id }) => id));
  const issues: Issue[] = mediaIds.flatMap((id, index) =>
    found.has(id) && mediaIds.indexOf(id) === index
      ? []
      : [{ param: `media_ids[${index}]`, message: `media_ids[${index}] is not one of your unattached images` }],
  );
  if (issues.length > 0) throw new DomainError("invalid_media", issues[0]?.message ?? "", { issues });
}

/** Released images count until their files are removed. */
interface Uploads {
  images: number;
  bytes: number;
  bytesToday: number;
  unattached: number;
}

/**
 * Limits number, total bytes and bytes per day (docs/contract.md#media); exact if the account is locked.
 * @param bytes of one more image
 * @throws DomainError `conflict` that says which limit it would exceed
 */
export async function rejectOverQuota(ctx: Context, bytes = 0): Promise<void> {
  const since = new Date(ctx.now.getTime() - QUOTA_DAY_MS);
  const [uploads] = await read<Uploads>(ctx, "media.quota")`
    SELECT count(*)::int AS images, COALESCE(sum(bytes), 0)::float8 AS bytes,
      COALESCE(sum(bytes) FILTER (WHERE "createdAt" > ${since}), 0)::float8 AS "bytesToday",
      count(*) FILTER (WHERE "postId" IS NULL AND "scheduledPostId" IS NULL AND "expiresAt" > ${ctx.now})::int
        AS unattached
    FROM "Media" WHERE "ownerId" = ${ctx.actor.id}`;
  const exceeded = uploads && excessOf(uploads, bytes);
  if (!exceeded) return;
  metrics.uploadRejections.inc({ reason: "quota" });
  throw conflict(exceeded);
}

function excessOf({ images, bytes, bytesToday, unattached }: Uploads, added: number): string | undefined {
  const { dailyBytes, totalBytes } = currentSandbox() ? SANDBOX_QUOTA : env().imageQuota;
  if (unattached >= MAX_UNATTACHED)
    return `${MAX_UNATTACHED} of your images wait for a post or build already. Post some of them, or wait until they expire.`;
  if (images >= MAX_IMAGES) return `You have ${MAX_IMAGES} images already. Delete posts with images to make room.`;
  if (bytes + added > totalBytes)
    return `Your images would take more than ${megabytes(totalBytes)}. Delete posts with images to make room.`;
  if (bytesToday + added > dailyBytes)
    return `You would upload more than ${megabytes(dailyBytes)} within a day. Go on tomorrow.`;
  return undefined;
}

/** Returns how many more images, and bytes of them, the account may have. */
export async function roomForImages(ctx: Context): Promise<{ images: number; bytes: number }> {
  const [used] = await read<{ images: number; bytes: number }>(ctx, "media.used")`
    SELECT count(*)::int AS images, COALESCE(sum(bytes), 0)::float8 AS bytes
      FROM "Media" WHERE "ownerId" = ${ctx.actor.id}`;
  return { images: MAX_IMAGES - used!.images, bytes: env().imageQuota.totalBytes - used!.bytes };
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toLocaleString("en")} MB`;

/** Expires images: they are no longer served, and retention removes rows and files. */
export async function releaseMedia(
  tx: VisitorContext,
  { ids, postId, buildId, scheduledPostIds, ownerId }: Partial<ReleasedMedia>,
): Promise<void> {
  if ((ids ?? scheduledPostIds)?.length === 0) return;
  await write(tx, "media.release")`
    UPDATE "Media" SET "postId" = NULL, "buildId" = NULL, role = NULL, "scheduledPostId" = NULL, "expiresAt" = ${tx.now}
     WHERE id = ANY (${ids}::text[]) OR "postId" = ${postId} OR "buildId" = ${buildId}
        OR "scheduledPostId" = ANY (${scheduledPostIds}::text[]) OR "ownerId" = ${ownerId}`;
}

/** Which images to release: those, or all of what they belong to. */
interface ReleasedMedia {
  ids: string[];
  postId: string;
  buildId: string;
  scheduledPostIds: string[];
  ownerId: string;
}

/** Sets the alt text of an unattached image. Once it is attached, the alt text changes by editing the post. */
export async function describeImage(ctx: Context, { id, alt }: { id: string; alt: string }): Promise<void> {
  const count = await write(ctx, "media.describeOne")`
    UPDATE "Media" SET alt = ${alt} WHERE id = ${id} AND "ownerId" = ${ctx.actor.id} AND "postId" IS NULL
      AND "buildId" IS NULL`;
  if (count === 0) throw notFound();
}

/** Sets the alt texts (by media id) of the images of a post that the actor has locked. */
export async function describeAttached(tx: Context, postId: string, alts: Record<string, string>): Promise<void> {
  await write(tx, "media.describe")`
    UPDATE "Media" m SET alt = new.value FROM jsonb_each_text(${JSON.stringify(alts)}::jsonb) new
    WHERE m.id = new.key AND m."postId" = ${postId} AND m.alt <> new.value`;
}

/** Hides the profile picture of a closed account. It expires at `until` at the latest. */
export async function hideAvatar(tx: Context, until: Date): Promise<void> {
  await write(tx, "media.hideAvatar")`
    UPDATE "Media" m SET "expiresAt" = ${until}::timestamptz
    WHERE m."ownerId" = ${tx.actor.id} AND ${AVATAR}`;
}

/** Shows the profile picture of a reopened account again. `image` is the path that its profile names. */
export async function restoreAvatar(tx: Context, image: string | null): Promise<void> {
  await write(tx, "media.restoreAvatar")`
    UPDATE "Media" SET "expiresAt" = NULL
    WHERE '/api/media/' || id = ${image} AND "ownerId" = ${tx.actor.id} AND "postId" IS NULL`;
}
