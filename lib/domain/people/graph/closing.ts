import { type Context, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { lockAccountsAround } from "@/lib/domain/kernel/locks";
import { noteFollowsUndone, noteFollowsRestored } from "@/lib/domain/consequences/incoming/acts";
import { visiblePerson } from "@/lib/domain/kernel/visibility";
import { sql } from "@/lib/infra/database/sql";

/** Stores the follows while the account can be reopened. Requires all accounts whose counts change to be locked. */
export async function undoFollows(tx: Context): Promise<void> {
  const { id } = tx.actor;
  await Promise.all([
    write(tx, "follows.keep")`
      INSERT INTO "ClosedFollow" ("closedId", "followerId", "followeeId", "createdAt")
      SELECT ${id}, "followerId", "followeeId", "createdAt" FROM "Follow"
       WHERE ("followerId" = ${id} OR "followeeId" = ${id})
         AND EXISTS (SELECT FROM "ClosedAccount" WHERE "userId" = ${id})`,
    write(tx, "follows.uncountFollowers")`
      UPDATE "User" SET "followersCount" = "followersCount" - 1
      WHERE id IN (SELECT "followeeId" FROM "Follow" WHERE "followerId" = ${id})`,
    write(tx, "follows.uncountFollowing")`
      UPDATE "User" SET "followingCount" = "followingCount" - 1
      WHERE id IN (SELECT "followerId" FROM "Follow" WHERE "followeeId" = ${id})`,
    write(tx, "follows.deleteOwn")`DELETE FROM "Follow" WHERE "followerId" = ${id} OR "followeeId" = ${id}`,
    noteFollowsUndone(tx, id),
  ]);
}

/** Locks everybody whose counts change when a closed account is reopened, in the order of their ids. */
export function lockKeptFollows(tx: VisitorContext, id: string): Promise<void> {
  return lockAccountsAround(
    tx,
    "follows.lockKept",
    id,
    sql`SELECT "followeeId" FROM "ClosedFollow" WHERE "closedId" = ${id}
        UNION ALL SELECT "followerId" FROM "ClosedFollow" WHERE "closedId" = ${id}`,
  );
}

/** Restores the follows of a reopened account, except those of accounts closed or blocked since. */
export async function restoreFollows(tx: Context): Promise<void> {
  const { id } = tx.actor;
  await write(tx, "follows.restore")`
    WITH restored AS (
      INSERT INTO "Follow" ("followerId", "followeeId", "createdAt")
      SELECT f."followerId", f."followeeId", f."createdAt" FROM "ClosedFollow" f
        JOIN "User" other ON other.id = CASE WHEN f."followerId" = ${id} THEN f."followeeId" ELSE f."followerId" END
       WHERE f."closedId" = ${id} AND other."closedAt" IS NULL AND ${visiblePerson(id, sql`other.id`)}
      ON CONFLICT DO NOTHING RETURNING "followerId", "followeeId"),
    gained AS (
      SELECT id, sum(followers)::int AS followers, sum(following)::int AS following FROM (
        SELECT "followeeId" AS id, 1 AS followers, 0 AS following FROM restored
        UNION ALL SELECT "followerId", 0, 1 FROM restored) each GROUP BY id)
    UPDATE "User" u SET "followersCount" = u."followersCount" + gained.followers,
                        "followingCount" = u."followingCount" + gained.following
      FROM gained WHERE u.id = gained.id`;
  await noteFollowsRestored(tx);
}
