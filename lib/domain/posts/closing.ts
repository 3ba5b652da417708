import type { Context } from "@/lib/domain/context";
import { releaseMedia } from "@/lib/domain/media/commands";

/** Deletes the posts of a closed account, and all its images. */
export async function deleteOwnPosts(tx: Context): Promise<void> {
  const ownerId = tx.actor.id;
  await tx.db.post.updateMany({ where: { authorId: ownerId, deletedAt: null }, data: { deletedAt: tx.now } });
  await releaseMedia(tx, { ownerId });
}
