import { type Context, read, write } from "@/lib/domain/context";
import { type Issue, notFound, DomainError } from "@/lib/domain/errors";
import { MAX_UNATTACHED, UNATTACHED_LIFETIME_MS } from "./rules";
import { sql } from "@/lib/infra/sql";

/**
 * Attaches the actor's own, unexpired, unattached images to a post, in the given order; expiry and attaching exclude
 * each other.
 */
export async function attachMedia(tx: Context, postId: string, mediaIds: readonly string[]): Promise<void> {
  if (mediaIds.length === 0) return;
  const attached = await read<{ id: string }>(
    tx,
    "media.attach",
    sql`
    UPDATE "Media" m SET "postId" = ${postId}, "expiresAt" = NULL, position = wanted.position
      FROM unnest(${[...mediaIds]}::text[]) WITH ORDINALITY AS wanted(id, position)
     WHERE m.id = wanted.id AND m."ownerId" = ${tx.actor.id} AND m."postId" IS NULL AND m."expiresAt" > ${tx.now}
    RETURNING m.id`,
  );
  const found = new Set(attached.map(({ id }) => id));
  const issues: Issue[] = mediaIds.flatMap((id, index) =>
    found.has(id) && mediaIds.indexOf(id) === index
      ? []
      : [{ param: `media_ids[${index}]`, message: `media_ids[${index}] is not one of your unattached images` }],
  );
  if (issues.length > 0) throw new DomainError("invalid_media", issues[0]?.message ?? "", { issues });
}

/**
 * Limits unattached images; exact if the account is locked.
 * @throws DomainError `conflict` at `MAX_UNATTACHED` images
 */
export async function rejectTooManyUnattached(ctx: Context): Promise<void> {
  const since = new Date(ctx.now.getTime() - UNATTACHED_LIFETIME_MS);
  const waiting = await ctx.db.media.count({
    where: { ownerId: ctx.actor.id, createdAt: { gt: since }, postId: null, expiresAt: { gt: ctx.now } },
  });
  if (waiting >= MAX_UNATTACHED)
    throw new DomainError(
      "conflict",
      `${MAX_UNATTACHED} of your images wait for a post already. Post some of them, or wait until they expire.`,
    );
}

/** Expires images: they are no longer served, and retention removes rows and files. */
export async function releaseMedia(
  tx: Context,
  of: { postId: string } | { id: string } | { ownerId: string },
): Promise<void> {
  await tx.db.media.updateMany({ where: of, data: { postId: null, expiresAt: tx.now } });
}

/** Sets the alt text of one of the actor's images. Once it is attached to a post, editing the post does. */
export async function describeImage(ctx: Context, { id, alt }: { id: string; alt: string }): Promise<void> {
  const { count } = await ctx.db.media.updateMany({
    where: { id, ownerId: ctx.actor.id, postId: null },
    data: { alt },
  });
  if (count === 0) throw notFound();
}

/** Sets the alt texts (by media id) of the images of a post that the actor has locked. */
export async function describeAttached(tx: Context, postId: string, alts: Record<string, string>): Promise<void> {
  await write(
    tx,
    "media.describe",
    sql`UPDATE "Media" m SET alt = new.value FROM jsonb_each_text(${JSON.stringify(alts)}::jsonb) new
      WHERE m.id = new.key AND m."postId" = ${postId} AND m.alt <> new.value`,
  );
}
