import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import type { Audience } from "@/lib/infra/prisma/enums";
import { storage } from "@/lib/infra/storage";

/** A file to serve: how to read it, or where else the world finds it. It stays as it is for good, so its id is its version. */
export type ImageFile = { contentType: string; isPublic: boolean } & ({ version: string; open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> } | { elsewhere: string });

interface ImageRow {
  storageKey: string;
  contentType: string;
  audience: Audience | null;
  /** Its owner's picture of themselves. */
  portrait: boolean;
}

/**
 * An image's file. Whoever knows the address may see it, as API clients have no session: the id cannot be guessed, and
 * only answers to those who may see the post name it. It ends with its post, or when it expires.
 */
export async function openImage(ctx: VisitorContext, { id }: { id: string }): Promise<ImageFile> {
  const [row] = await read<ImageRow>(
    ctx,
    "media.one",
    `SELECT m."storageKey", m."contentType", p.audience, m."postId" IS NULL AND m."expiresAt" IS NULL AS portrait FROM "Media" m LEFT JOIN "Post" p ON p.id = m."postId"
      WHERE m.id = $1 AND p."deletedAt" IS NULL AND (m."postId" IS NOT NULL OR m."expiresAt" IS NULL OR m."expiresAt" > $2)`,
    [id, ctx.now],
  );
  if (!row) throw notFound();
  const about = { contentType: row.contentType, isPublic: row.audience === "PUBLIC" || row.portrait };
  const elsewhere = storage().publicUrl(row.storageKey);
  if (elsewhere !== null) return { ...about, elsewhere };
  return { ...about, version: id, open: async () => (await storage().open(row.storageKey)) ?? missing() };
}

function missing(): never {
  throw notFound();
}
