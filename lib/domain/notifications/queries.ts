import { type Context, read } from "@/lib/domain/context";
import { type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { visibleTo } from "@/lib/domain/visibility";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import { MAX_PREVIEW } from "./rules";
import type { Notification } from "./schema";

/** The post that a notification leads to, whichever of its comments it is about; null where it leads elsewhere. */
const POST_OF_LINK = `substring(n.link FROM '^/posts/([^#]+)')`;

interface NotificationRow extends PersonColumns {
  id: string;
  type: NotificationType;
  preview: string | null;
  aboutHandle: string | null;
  link: string;
  readAt: Date | null;
  createdAt: Date;
}

/** The caller's notifications, newest first (4.5). What was said on a post stays unsaid once the caller may not see the post. */
export function listNotifications(ctx: Context, request: PageRequest): Promise<Page<Notification>> {
  return paginate<NotificationRow, Notification>(request, {
    list: ["notifications", ctx.actor.id],
    rows: (after, take) =>
      read(
        ctx,
        `notifications.${ctx.door}`,
        `SELECT n.id, n.type, CASE WHEN ${POST_OF_LINK} IS NULL OR p.id IS NOT NULL THEN n.preview END AS preview, a.handle AS "aboutHandle", n.link, n."readAt", n."createdAt", ${personColumns("u")}
           FROM "Notification" n JOIN "User" u ON u.id = n."actorId"
           LEFT JOIN "User" a ON a.id = n."aboutUserId"
           LEFT JOIN "Post" p ON p.id = ${POST_OF_LINK} AND ${visibleTo(ctx.door, "$1")}
          WHERE n."userId" = $1 AND (n."createdAt", n.id) < ($2::timestamptz, $3)
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
    preview: row.preview === null || row.aboutHandle === null ? row.preview : [...`@${row.aboutHandle} ${row.preview}`].slice(0, MAX_PREVIEW).join(""),
    link: row.link,
    read: row.readAt !== null,
    createdAt: row.createdAt.toISOString(),
  };
}
