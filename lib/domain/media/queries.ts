import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { isModerator } from "@/lib/domain/guards/staff";
import { PUBLIC_POST, visiblePerson, visibleTo } from "@/lib/domain/visibility";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { storage } from "@/lib/infra/storage/storage";
import type { Media } from "@/lib/infra/prisma/client";
import { sql } from "@/lib/infra/database/sql";

/**
 * A file to serve: how to read it, or the URL of a public copy. Its content never changes, so its id is its version.
 */
export type ImageFile = { contentType: string; isPublic: boolean } & (
  { version: string; open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> } | { elsewhere: string }
);

type ImageRow = Pick<Media, "storageKey" | "contentType"> & { isPublic: boolean };

/** The condition for an image `m` being its owner's profile picture. */
const AVATAR = sql`(m."postId" IS NULL AND m."expiresAt" IS NULL)`;

/**
 * Returns an image's file to those who may see its post. Profile pictures are public; an unattached image is its
 * owner's alone. An image is gone when its post is, or when it expires, except for moderators if it was reported.
 */
export async function openImage(ctx: VisitorContext, { id }: { id: string }): Promise<ImageFile> {
  const viewer = ctx.actor?.id ?? "";
  const [row] = await read<ImageRow>(ctx, `media.one.${ctx.channel}`)`
    SELECT m."storageKey", m."contentType", (${AVATAR} OR p.id IS NOT NULL AND ${PUBLIC_POST}) AS "isPublic"
     FROM "Media" m LEFT JOIN "Post" p ON p.id = m."postId"
    WHERE m.id = ${id} AND (${AVATAR} AND ${visiblePerson(viewer, sql`m."ownerId"`)}
        OR p.id IS NOT NULL AND ${visibleTo(ctx.channel, viewer)}
        OR m."postId" IS NULL AND m."expiresAt" > ${ctx.now} AND m."ownerId" = ${viewer}
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
