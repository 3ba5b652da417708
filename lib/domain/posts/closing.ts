import { type Context, write } from "@/lib/domain/context";

/** Deletes the posts of a closed account, which hides their images as well. */
export async function deleteOwnPosts(tx: Context): Promise<void> {
  await tx.db.post.updateMany({ where: { authorId: tx.actor.id, deletedAt: null }, data: { deletedAt: tx.now } });
}

/** Restores the posts that were deleted by closing the account, and counts them. */
export async function restorePosts(tx: Context, closedAt: Date): Promise<void> {
  await tx.db.post.updateMany({ where: { authorId: tx.actor.id, deletedAt: closedAt }, data: { deletedAt: null } });
  await write(tx, "posts.countRestored")`
    UPDATE "User" u SET "postsCount" = own.posts, "publicPostsCount" = own.public
     FROM (SELECT count(*)::int AS posts, count(*) FILTER (WHERE audience = 'PUBLIC')::int AS public
             FROM "Post" WHERE "authorId" = ${tx.actor.id} AND "deletedAt" IS NULL) own
    WHERE u.id = ${tx.actor.id}`;
}
