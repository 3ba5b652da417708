import { read, type VisitorContext, type Context } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { isModerator } from "@/lib/domain/accounts/guards/staff";
import { PUBLIC_POST, visibleBuild, visiblePerson, visibleTo } from "@/lib/domain/kernel/visibility";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { storage } from "@/lib/infra/storage/storage";
import type { Media } from "@/lib/infra/prisma/client";
import { sql, literal } from "@/lib/infra/database/sql";
import { env } from "@/lib/infra/environment/env";
import { IMAGE_PATH } from "./rules";
import type { AttachedMedia } from "./schema";

/** A file, or the URL of a public copy. Its content never changes, so its id is its version. */
type ImageFile = { contentType: string; isPublic: boolean } & (
  { version: string; open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> } | { elsewhere: string }
);

type ImageRow = Pick<Media, "storageKey" | "contentType"> & { isPublic: boolean };

/** The condition for an image `m` being its owner's profile picture. */
export const AVATAR = sql`(m."postId" IS NULL AND m."buildId" IS NULL AND m."expiresAt" IS NULL)`;

/**
 * Returns an image's file to those who may see its post or build. Profile pictures are public; an unattached image is
 * its owner's alone. An image is gone when its post or build is, or when it expires, except for moderators if it was
 * reported.
 */
export async function openImage(ctx: VisitorContext, { id }: { id: string }): Promise<ImageFile> {
  const viewer = ctx.actor?.id ?? "";
  const [row] = await read<ImageRow>(ctx, `media.one.${ctx.channel}`)`
    SELECT m."storageKey", m."contentType", (${AVATAR} OR p.id IS NOT NULL AND ${PUBLIC_POST} OR b.id IS NOT NULL AND ${visibleBuild("")}) AS "isPublic"
     FROM "Media" m LEFT JOIN "Post" p ON p.id = m."postId" LEFT JOIN "Build" b ON b.id = m."buildId"
    WHERE m.id = ${id} AND (${AVATAR} AND ${visiblePerson(viewer, sql`m."ownerId"`)}
        OR p.id IS NOT NULL AND ${visibleTo(ctx.channel, viewer)}
        OR b.id IS NOT NULL AND ${visibleBuild(viewer)}
        OR m."postId" IS NULL AND (m."expiresAt" > ${ctx.now} OR m."scheduledPostId" IS NOT NULL)
          AND m."ownerId" = ${viewer}
        OR ${isModerator(ctx.actor?.role)} AND EXISTS (SELECT 1 FROM "ReportedMedia" r WHERE r."mediaId" = m.id))`;
  if (!row) throw notFound();
  const { contentType, storageKey } = row;
  // Caches are shared, and the contents of a sandbox must not reach others.
  const isPublic = row.isPublic && !currentSandbox();
  // A bucket's URL stays readable forever, so it is only revealed for public images.
  const elsewhere = isPublic ? storage().publicUrl(storageKey) : null;
  if (elsewhere !== null) return { contentType, isPublic, elsewhere };
  return { contentType, isPublic, version: id, open: async () => (await storage().open(storageKey)) ?? missing() };
}

function missing(): never {
  throw notFound();
}

/** Beyond this many images, the totals are estimates. An exact sum would read every row. */
const MAX_SUMMED = 100_000;

export interface MediaUsage {
  files: number;
  bytes: number;
  isEstimate: boolean;
}

/** Returns the number and total size of images; beyond `MAX_SUMMED`, the planner's estimate. */
export async function readMediaUsage(ctx: Context): Promise<MediaUsage> {
  const [row] = await read<{ files: number; bytes: number; estimated: number }>(ctx, "media.usage")`
    SELECT count(*)::float8 AS files, COALESCE(sum(bytes), 0)::float8 AS bytes,
      (SELECT reltuples FROM pg_class WHERE oid = '"Media"'::regclass)::float8 AS estimated
    FROM (SELECT bytes FROM "Media" LIMIT ${literal(MAX_SUMMED)}) m`;
  const { files, bytes, estimated } = row!;
  if (files < MAX_SUMMED || estimated <= files) return { files, bytes, isEstimate: files === MAX_SUMMED };
  return { files: estimated, bytes: Math.round((bytes / files) * estimated), isEstimate: true };
}

export function mediaUrl(id: string): string {
  return new URL(`${IMAGE_PATH}${id}`, env().siteUrl).href;
}

/** The columns of an attached image `m`, as JSON. */
export const MEDIA_ROW = sql`json_build_object('id', m.id, 'width', m.width, 'height', m.height, 'alt', m.alt)`;
export type MediaRow = Pick<Media, "id" | "width" | "height" | "alt">;

export const presentMedia = (row: MediaRow): AttachedMedia => ({ ...row, type: "image", url: mediaUrl(row.id) });
