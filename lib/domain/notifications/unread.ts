import { z } from "zod";
import { type Context, read } from "@/lib/domain/context";
import { SHOWN_NOTIFICATION } from "@/lib/domain/visibility";

/** Our choice: what one request can mark by name; beyond it there is `all`. */
const MOST_AT_ONCE = 200;

/** The body of `POST /api/notifications/read`: some of them, or all. */
export const readNotice = z
  .strictObject({
    ids: z.array(z.string()).min(1).max(MOST_AT_ONCE).optional(),
    all: z.literal(true).optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    error: "Give either ids or all",
    path: ["ids"],
  });

export const unreadCount = z.object({ count: z.number().int().min(0) });

/** How many of the caller's notifications are unread. */
export async function countUnread(ctx: Context): Promise<number> {
  const [row] = await read<{ count: number }>(
    ctx,
    "notifications.unread",
    `SELECT count(*)::int AS count FROM "Notification" n WHERE n."userId" = $1 AND n."readAt" IS NULL AND ${SHOWN_NOTIFICATION}`,
    [ctx.actor.id],
  );
  return row?.count ?? 0;
}

/** Marks the caller's notifications as read, each with what is folded behind it; ids of anybody else's are passed over. Answers how many are left. */
export async function markRead(ctx: Context, { ids }: z.output<typeof readNotice>): Promise<{ count: number }> {
  const named =
    ids &&
    (await ctx.db.notification.findMany({
      where: { userId: ctx.actor.id, id: { in: ids } },
      select: { groupId: true },
    }));
  const groupIds = named?.flatMap(({ groupId }) => groupId ?? []);
  await ctx.db.notification.updateMany({
    where: {
      userId: ctx.actor.id,
      readAt: null,
      ...(ids && { OR: [{ id: { in: ids } }, { groupId: { in: groupIds } }] }),
    },
    data: { readAt: ctx.now },
  });
  return { count: await countUnread(ctx) };
}
