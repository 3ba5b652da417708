import { type Context, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import { type Sql, sql } from "@/lib/infra/database/sql";

/**
 * Returns the CTE `retracted`, which deletes notifications, and one that remembers for a while that they were there:
 * whoever they notified can still report what they were about (docs/contract.md#reports-and-moderation).
 */
export function retracting({ now }: VisitorContext, condition: Sql): Sql {
  return sql`retracted AS (
      DELETE FROM "Notification" WHERE ${condition}
      RETURNING "userId", type, "actorId", "subjectId", "postId", "groupId", folded),
    remembered AS (
      INSERT INTO "RetractedNotification" ("userId", type, "actorId", "subjectId", "postId", "retractedAt")
      SELECT "userId", type, "actorId", "subjectId", "postId", ${now}::timestamptz FROM retracted
       WHERE "actorId" <> ${PLATFORM_USER_ID}
      ON CONFLICT ("userId", type, "actorId", "subjectId") DO UPDATE SET "retractedAt" = excluded."retractedAt")`;
}

/** Forgets what once notified an account that is closed for good, and whom it once notified. */
export async function deleteRetracted(tx: Context): Promise<void> {
  const { id } = tx.actor;
  await write(tx, "notifications.deleteRetracted")`
    DELETE FROM "RetractedNotification" WHERE "userId" = ${id} OR "actorId" = ${id}`;
}
