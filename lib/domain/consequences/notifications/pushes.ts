import type { VisitorContext } from "@/lib/domain/kernel/context";
import { dispatch } from "@/lib/domain/kernel/dispatch";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import { literal, NOW, type Sql, sql } from "@/lib/infra/database/sql";
import type { Inserted } from "./muted-words";
import { KIND_OF, PUSH_PACE_MS } from "./rules";

/**
 * Returns the CTE `pushed`, which queues the notifications in `inserted` for each browser that their recipients
 * subscribed (docs/decisions/push.md). It locks and waits for nothing.
 */
export function queueingPushes(type: NotificationType): Sql {
  return sql`pushed AS (
    INSERT INTO "Push" ("sessionId", "notificationId", service, "dueAt", "createdAt")
    SELECT s."sessionId", inserted.id, s.service,
           ${NOW} + (row_number() OVER () - 1) * ${literal(PUSH_PACE_MS)} * interval '1 millisecond', ${NOW}
      FROM inserted JOIN "PushSubscription" s ON s."userId" = inserted."userId" JOIN "User" u ON u.id = s."userId"
     WHERE (${KIND_OF[type]}::text = ANY (u."mutedPushes")) IS NOT TRUE
    RETURNING "notificationId")`;
}

/** Tells the workers of queued pushes, after the commit. */
export function dispatchPushes(tx: VisitorContext, inserted: Inserted[]): void {
  const pushed = inserted.filter(({ isPushed }) => isPushed).map(({ id }) => id);
  if (pushed.length > 0) tx.afterCommit(() => dispatch("pushes", pushed));
}
