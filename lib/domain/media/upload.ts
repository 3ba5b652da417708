import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { lockUser } from "@/lib/domain/user-lock";
import { storage } from "@/lib/infra/storage";
import { refuseTooManyUnattached } from "./commands";
import { type Picture, redraw } from "./redraw";
import { storageKey, UNATTACHED_LIFETIME_MS } from "./rules";
import type { ImageFields, MediaItem } from "./schema";

/** Keeps an uploaded image until a post takes it or its day is over (4.7). */
export async function uploadImage(ctx: Context, { file, alt = "" }: ImageFields & { file: { bytes: Uint8Array } }): Promise<MediaItem> {
  const expiresAt = new Date(ctx.now.getTime() + UNATTACHED_LIFETIME_MS);
  await refuseTooManyUnattached(ctx);
  const picture = await redraw(file.bytes);
  const id = await inTransaction(ctx, async (tx) => {
    await lockUser(tx, tx.actor.id);
    await refuseTooManyUnattached(tx);
    return keep(tx, picture, { alt, expiresAt });
  });
  return { id, type: "image", expires_at: expiresAt.toISOString() };
}

/** Keeps an image that shows its owner until it is released. Answers its id. */
export function keepPortrait(ctx: Context, picture: Picture): Promise<string> {
  return keep(ctx, picture, { alt: "", expiresAt: null });
}

async function keep(ctx: Context, { bytes, contentType, width, height }: Picture, about: { alt: string; expiresAt: Date | null }): Promise<string> {
  const id = idFor(ctx, "media");
  const key = storageKey(id, ctx.now);
  // The file comes before its row: a row never names a file that is not there, and a file without a row is swept.
  await storage().put(key, bytes, contentType);
  await ctx.db.media.create({
    data: { id, ownerId: ctx.actor.id, contentType, width, height, bytes: bytes.length, storageKey: key, createdAt: ctx.now, ...about },
    select: { id: true },
  });
  return id;
}
