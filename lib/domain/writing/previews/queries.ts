import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { storage } from "@/lib/infra/storage/storage";
import { imageKey } from "./queue";

/**
 * Returns the picture of a preview, which anybody may see who was told its id.
 * @throws DomainError `not_found`
 */
export async function openPreviewImage(ctx: VisitorContext, { id }: { id: string }) {
  const rows = await read(ctx, "previews.image")`SELECT id FROM "LinkPreview" WHERE "imageId" = ${id}`;
  if (rows.length === 0) throw notFound();
  const open = async () => (await storage().open(imageKey(id))) ?? missing();
  return { contentType: "image/webp", isPublic: true, version: id, open };
}

function missing(): never {
  throw notFound();
}
