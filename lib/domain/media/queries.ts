import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { PUBLIC_POST, visibleTo } from "@/lib/domain/visibility";
import { storage } from "@/lib/infra/storage";

/** A file to serve: how to read it, or where else the world finds it. It stays as it is for good, so its id is its version. */
export type ImageFile = { contentType: string; isPublic: boolean } & (
  { version: string; open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> } | { elsewhere: string }
);

interface ImageRow {
  storageKey: string;
  contentType: string;
  isPublic: boolean;
}

/** The condition under which an image `m` shows its owner. */
const PORTRAIT = `(m."postId" IS NULL AND m."expiresAt" IS NULL)`;

/**
 * An image's file, for who may see its post. Pictures of people are everybody's, and what waits for a post is its owner's.
 * It ends with its post, or when it expires.
 */
export async function openImage(ctx: VisitorContext, { id }: { id: string }): Promise<ImageFile> {
  const [row] = await read<ImageRow>(
    ctx,
    `media.one.${ctx.door}`,
    `SELECT m."storageKey", m."contentType", (${PORTRAIT} OR p.id IS NOT NULL AND ${PUBLIC_POST}) AS "isPublic"
       FROM "Media" m LEFT JOIN "Post" p ON p.id = m."postId"
      WHERE m.id = $1 AND (${PORTRAIT} OR p.id IS NOT NULL AND ${visibleTo(ctx.door, "$2")} OR m."postId" IS NULL AND m."expiresAt" > $3 AND m."ownerId" = $2)`,
    [id, ctx.actor?.id ?? "", ctx.now],
  );
  if (!row) throw notFound();
  const { contentType, isPublic, storageKey } = row;
  // Whoever has a bucket's address may read it for good: it is told of what is everybody's alone.
  const elsewhere = isPublic ? storage().publicUrl(storageKey) : null;
  if (elsewhere !== null) return { contentType, isPublic, elsewhere };
  return { contentType, isPublic, version: id, open: async () => (await storage().open(storageKey)) ?? missing() };
}

function missing(): never {
  throw notFound();
}
