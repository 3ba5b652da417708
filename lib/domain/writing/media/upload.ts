import { type Context, idFor, inTransaction, write } from "@/lib/domain/kernel/context";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { metrics } from "@/lib/infra/log/metrics";
import { storage } from "@/lib/infra/storage/storage";
import { StorageFull } from "@/lib/infra/storage/error";
import { rejectOverQuota } from "./commands";
import { type EncodedImage, reencode } from "./reencode";
import { storageKey, UNATTACHED_LIFETIME_MS } from "./rules";
import type { ImageFields, MediaItem } from "./schema";

/** An image whose file is stored but which has no row yet. Retention deletes one that never gets a row. */
export interface StoredImage extends Omit<EncodedImage, "bytes"> {
  id: string;
  storageKey: string;
  /** Its size in bytes. */
  bytes: number;
}

/** Re-encodes and stores an uploaded image: the slow part, before any transaction. */
export async function prepareImage(ctx: Context, { file }: { file: { bytes: Uint8Array } }): Promise<StoredImage> {
  await rejectOverQuota(ctx);
  return storeImage(ctx, await reencode(file.bytes, { owner: ctx.actor.id, signal: ctx.signal }));
}

/** Records an uploaded image, which expires unless a post takes it within a day (docs/contract.md#media). */
export async function uploadImage(ctx: Context, { alt = "" }: ImageFields, image: StoredImage): Promise<MediaItem> {
  const expiresAt = new Date(ctx.now.getTime() + UNATTACHED_LIFETIME_MS);
  await inTransaction(ctx, (tx) => keep(tx, image, { alt, expiresAt }));
  return { id: image.id, type: "image", expires_at: expiresAt.toISOString() };
}

/** Stores a profile picture, which does not expire until it is released. */
export function keepAvatar(ctx: Context, image: StoredImage): Promise<void> {
  return keep(ctx, image, { alt: "", expiresAt: null });
}

/** Stores the file before its row, so that a row never names a missing file. */
export async function storeImage(ctx: Context, { bytes, ...about }: EncodedImage): Promise<StoredImage> {
  await rejectOverQuota(ctx, bytes.length);
  const id = idFor(ctx, "media");
  const key = storageKey(id, ctx.now);
  await storage()
    .put(key, bytes, about.contentType)
    .catch((error: unknown) => {
      if (error instanceof StorageFull) metrics.uploadRejections.inc({ reason: "space" });
      throw error;
    });
  return { ...about, id, storageKey: key, bytes: bytes.length };
}

async function keep(
  tx: Context,
  { id, contentType, width, height, bytes, storageKey }: StoredImage,
  { alt, expiresAt }: { alt: string; expiresAt: Date | null },
): Promise<void> {
  await lockAccount(tx, tx.actor.id);
  await rejectOverQuota(tx, bytes);
  await write(tx, "media.insert")`
    INSERT INTO "Media" (id, "ownerId", "contentType", width, height, bytes, alt, "storageKey", "createdAt", "expiresAt")
    VALUES (${id}, ${tx.actor.id}, ${contentType}, ${width}, ${height}, ${bytes}, ${alt}, ${storageKey}, ${tx.now},
            ${expiresAt})`;
}
