import { type Context, idFor } from "@/lib/domain/context";
import { storage } from "@/lib/infra/storage";
import { redraw } from "./redraw";
import { storageKey, UNATTACHED_LIFETIME_MS } from "./rules";
import type { ImageFields, MediaItem } from "./schema";

/** Keeps an uploaded image until a post takes it or its day is over (4.7). */
export async function uploadImage(ctx: Context, { file, alt = "" }: ImageFields & { file: { bytes: Uint8Array } }): Promise<MediaItem> {
  const { bytes, contentType, width, height } = await redraw(file.bytes);
  const id = idFor(ctx, "media");
  const key = storageKey(id, ctx.now);
  const expiresAt = new Date(ctx.now.getTime() + UNATTACHED_LIFETIME_MS);
  // The file comes before its row: a row never names a file that is not there, and a file without a row is swept.
  await storage().put(key, bytes, contentType);
  await ctx.db.media.create({
    data: { id, ownerId: ctx.actor.id, contentType, width, height, bytes: bytes.length, alt, storageKey: key, createdAt: ctx.now, expiresAt },
    select: { id: true },
  });
  return { id, type: "image", expires_at: expiresAt.toISOString() };
}
