import { z } from "zod";
import { type Context, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { signal } from "@/lib/domain/consequences/live/events";
import { userTopic } from "@/lib/domain/consequences/live/topics";
import { shownNotification } from "@/lib/domain/kernel/visibility";
import { sql } from "@/lib/infra/database/sql";
import { MAX_READ_AT_ONCE } from "./rules";

/** Which notifications to mark as read: some, or all. */
export const readNotifications = z
  .strictObject({
    ids: z.array(z.string()).min(1).max(MAX_READ_AT_ONCE).optional(),
    all: z.literal(true).optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    error: "Give either ids or all",
    path: ["ids"],
  })
  .meta({ id: "NotificationsRead" });

export const unreadCount = z
  .object({ count: z.number().int().min(0).meta({ example: 4 }) })
  .meta({ id: "UnreadCount", description: "How many notifications are unread." });

export async function countUnread(ctx: Context): Promise<number> {
  const [row] = await read<{ count: number }>(ctx, "notifications.unread")`
    SELECT count(*)::int AS count FROM "Notification" n
    WHERE n."userId" = ${ctx.actor.id} AND n."readAt" IS NULL AND ${shownNotification(ctx.actor.id)}`;
  return row?.count ?? 0;
}

export async function countUnreadOf(ctx: VisitorContext, userIds: string[]): Promise<Map<string, number>> {
  const rows = await read<{ userId: string; count: number }>(ctx, "notifications.unreadOf")`
    SELECT n."userId", count(*)::int AS count FROM "Notification" n
    WHERE n."userId" = ANY (${userIds}::text[]) AND n."readAt" IS NULL AND ${shownNotification(sql`n."userId"`)} GROUP BY n."userId"`;
  const counts = new Map(rows.map(({ userId, count }) => [userId, count]));
  return new Map(userIds.map((id) => [id, counts.get(id) ?? 0]));
}

/** Marks each with the group folded behind it; ignores ids of other people's. Returns how many remain unread. */
export async function markRead(ctx: Context, { ids }: z.output<typeof readNotifications>): Promise<{ count: number }> {
  const { id: userId } = ctx.actor;
  // A group has one recipient, so the subquery needs no condition on them: a generic plan would scan them all for it.
  await (ids
    ? write(ctx, "notifications.read")`
        UPDATE "Notification" SET "readAt" = ${ctx.now} WHERE "userId" = ${userId} AND "readAt" IS NULL
          AND (id = ANY (${ids}::text[])
            OR "groupId" = ANY (ARRAY(SELECT "groupId" FROM "Notification" WHERE id = ANY (${ids}::text[]))))`
    : write(ctx, "notifications.readAll")`
        UPDATE "Notification" SET "readAt" = ${ctx.now} WHERE "userId" = ${userId} AND "readAt" IS NULL`);
  const count = await countUnread(ctx);
  signal(ctx, userTopic(ctx.actor.id), "unread", { count });
  return { count };
}
