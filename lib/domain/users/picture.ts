import { type Context, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { lockOpenAccount } from "@/lib/domain/guards/locks";
import { releaseMedia } from "@/lib/domain/media/commands";
import { redrawSquare } from "@/lib/domain/media/redraw";
import { IMAGE_PATH } from "@/lib/domain/media/rules";
import { keepAvatar, type StoredImage, storeImage } from "@/lib/domain/media/upload";
import { avatarSvg } from "./avatar";
import { imageUrl } from "./present";
import { HANDLE } from "./rules";

/** Draws the default picture of a handle, whether or not anybody has it. */
export async function drawPicture(_ctx: VisitorContext, { handle }: { handle: string }) {
  const seed = handle.toLowerCase();
  if (!HANDLE.pattern.test(seed)) throw notFound();
  return { contentType: "image/svg+xml", isPublic: true, bytes: new TextEncoder().encode(avatarSvg(seed)) };
}

/** Crops an uploaded image to a square and stores its file. */
export async function preparePicture(ctx: Context, { file }: { file: { bytes: Uint8Array } }): Promise<StoredImage> {
  return storeImage(ctx, await redrawSquare(file.bytes, { owner: ctx.actor.id, signal: ctx.signal }));
}

/** Sets the actor's profile picture. */
export function setPicture(ctx: Context, _input: unknown, square: StoredImage): Promise<{ image: string }> {
  return inTransaction(ctx, async (tx) => {
    await keepAvatar(tx, square);
    return showAs(tx, `${IMAGE_PATH}${square.id}`);
  });
}

/** Restores the default picture, drawn from the handle. */
export function removePicture(ctx: Context): Promise<{ image: string }> {
  return inTransaction(ctx, (tx) => showAs(tx, null));
}

async function showAs(tx: Context, image: string | null): Promise<{ image: string }> {
  await lockOpenAccount(tx);
  const { id } = tx.actor;
  const before = await tx.db.user.findUniqueOrThrow({ where: { id }, select: { image: true } });
  if (before.image?.startsWith(IMAGE_PATH)) await releaseMedia(tx, { id: before.image.slice(IMAGE_PATH.length) });
  await tx.db.user.update({ where: { id }, data: { image }, select: { id: true } });
  return { image: imageUrl({ handle: tx.actor.handle, image }) };
}
