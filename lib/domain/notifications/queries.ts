import { type Context, read } from "@/lib/domain/context";
import { type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { SHOWN_NOTIFICATION, visiblePreview } from "@/lib/domain/visibility";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import { MAX_PREVIEW } from "./rules";
import type { Notification } from "./schema";

/** How many of its group a notification stands for; null where it stands for itself. */
const GROUP_SIZE = `CASE WHEN n."groupId" IS NOT NULL THEN
                  (SELECT count(*)::int FROM "Notification" g WHERE g."groupId" = n."groupId" AND (g."readAt" IS NULL) = (n."readAt" IS NULL)) END`;

interface NotificationRow extends PersonColumns {
  id: string;
  type: NotificationType;
  preview: string | null;
  aboutHandle: string | null;
  link: string;
  readAt: Date | null;
  createdAt: Date;
  count: number | null;
}

/** The caller's notifications, newest first (4.5). What was said on a post stays unsaid once the caller may not see the post. */
export function listNotifications(ctx: Context, request: PageRequest): Promise<Page<Notification>> {
  return paginate<NotificationRow, Notification>(request, {
    list: ["notifications", ctx.actor.id],
    rows: (after, take) =>
      read(
        ctx,
        `notifications.${ctx.door}`,
        `SELECT n.id, n.type, ${visiblePreview(ctx.door, "$1")} AS preview, a.handle AS "aboutHandle", n.link, n."readAt", n."createdAt",
                ${GROUP_SIZE} AS count, ${personColumns("u")}
           FROM "Notification" n JOIN "User" u ON u.id = n."actorId" LEFT JOIN "User" a ON a.id = n."aboutUserId"
          WHERE n."userId" = $1 AND ${SHOWN_NOTIFICATION} AND (n."createdAt", n.id) < ($2::timestamptz, $3)
          ORDER BY n."createdAt" DESC, n.id DESC LIMIT $4`,
        [ctx.actor.id, after.at, after.id, take],
      ),
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present,
  });
}

function present(row: NotificationRow): Notification {
  return {
    id: row.id,
    type: row.type,
    actor: presentPersonColumns(row),
    preview:
      row.preview === null || row.aboutHandle === null
        ? row.preview
        : [...`@${row.aboutHandle} ${row.preview}`].slice(0, MAX_PREVIEW).join(""),
    link: row.link,
    read: row.readAt !== null,
    createdAt: row.createdAt.toISOString(),
    ...(row.count !== null && row.count > 1 && { count: row.count }),
  };
}
