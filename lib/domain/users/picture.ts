import { type Context, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { releaseMedia } from "@/lib/domain/media/commands";
import { redrawSquare } from "@/lib/domain/media/redraw";
import { keepPortrait, type StoredImage, storeImage } from "@/lib/domain/media/upload";
import { avatarSvg } from "./avatar";
import { imageUrl } from "./present";
import { HANDLE } from "./rules";

/** The drawn picture of a handle, whether anybody has it or not. */
export async function drawPicture(_ctx: VisitorContext, { handle }: { handle: string }) {
  const seed = handle.toLowerCase();
  if (!HANDLE.pattern.test(seed)) throw notFound();
  return { contentType: "image/svg+xml", isPublic: true, bytes: new TextEncoder().encode(avatarSvg(seed)) };
}

/** Draws a square of an uploaded image and stores its file. */
export async function preparePicture(ctx: Context, { file }: { file: { bytes: Uint8Array } }): Promise<StoredImage> {
  return storeImage(ctx, await redrawSquare(file.bytes, { owner: ctx.actor.id, signal: ctx.signal }));
}

/** Shows the actor by an image of their own from now on. */
export function setPicture(ctx: Context, _input: unknown, square: StoredImage): Promise<{ image: string }> {
  return inTransaction(ctx, async (tx) => {
    await keepPortrait(tx, square);
    return showAs(tx, `${SERVED}${square.id}`);
  });
}

/** Shows the actor by the picture that is drawn from their handle again. */
export function removePicture(ctx: Context): Promise<{ image: string }> {
  return inTransaction(ctx, (tx) => showAs(tx, null));
}

const SERVED = "/api/media/";

async function showAs(tx: Context, image: string | null): Promise<{ image: string }> {
  const [before] = await tx.db.$queryRaw<
    { image: string | null }[]
  >`SELECT image FROM "User" WHERE id = ${tx.actor.id} FOR NO KEY UPDATE`;
  if (before?.image?.startsWith(SERVED)) await releaseMedia(tx, { id: before.image.slice(SERVED.length) });
  await tx.db.user.update({ where: { id: tx.actor.id }, data: { image }, select: { id: true } });
  return { image: imageUrl({ handle: tx.actor.handle, image }) };
}
