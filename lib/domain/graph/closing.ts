import type { Context } from "@/lib/domain/context";

/** Removes all follows of a closed account, in both directions. */
export async function undoFollows({ db, actor: { id } }: Context): Promise<void> {
  // Locks everybody whose counts change, in one order, so that two people who follow each other can close at once.
  await db.$queryRaw`
    SELECT id FROM "User" WHERE id = ${id}
       OR id IN (SELECT "followeeId" FROM "Follow" WHERE "followerId" = ${id})
       OR id IN (SELECT "followerId" FROM "Follow" WHERE "followeeId" = ${id})
    ORDER BY id FOR NO KEY UPDATE`;
  await db.$executeRaw`
    UPDATE "User" SET "followersCount" = "followersCount" - 1
      WHERE id IN (SELECT "followeeId" FROM "Follow" WHERE "followerId" = ${id})`;
  await db.$executeRaw`
    UPDATE "User" SET "followingCount" = "followingCount" - 1
      WHERE id IN (SELECT "followerId" FROM "Follow" WHERE "followeeId" = ${id})`;
  await db.follow.deleteMany({ where: { OR: [{ followerId: id }, { followeeId: id }] } });
}
