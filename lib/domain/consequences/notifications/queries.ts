import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { shownNotification, visiblePreview } from "@/lib/domain/kernel/visibility";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import type { Notification as NotificationModel } from "@/lib/infra/prisma/client";
import { MAX_MERGED, MAX_PREVIEW, MENTIONS } from "./rules";
import type { Notification } from "./schema";
import { literal, none, type Sql, sql } from "@/lib/infra/database/sql";
import { subjectOf, type TopicKind, userTopic } from "@/lib/domain/consequences/live/topics";
import { countUnreadOf } from "./unread";

const GROUP = sql`"Notification" g WHERE g."groupId" = n."groupId" AND (g."readAt" IS NULL) = (n."readAt" IS NULL)`;

/** The size of the group that a notification represents; null if it is not folded. */
const GROUP_SIZE = sql`CASE WHEN n."groupId" IS NOT NULL THEN (SELECT count(*)::int FROM ${GROUP}) END`;

/** The newest others of its group. */
const MERGED = sql`CASE WHEN n."groupId" IS NOT NULL THEN
                  (SELECT jsonb_agg(jsonb_build_object('id', other.id, 'link', other.link)
                             ORDER BY other."createdAt" DESC, other.id DESC)
                     FROM (SELECT g.id, g.link, g."createdAt" FROM ${GROUP} AND g.id <> n.id
                            ORDER BY g."createdAt" DESC, g.id DESC LIMIT ${literal(MAX_MERGED)}) other) END`;

type NotificationRow = PersonColumns &
  Pick<NotificationModel, "id" | "type" | "preview" | "link" | "readAt" | "createdAt"> & {
    aboutHandle: string | null;
    following: boolean | null;
    count: number | null;
    merged: NonNullable<Notification["merged"]> | null;
  };

const selectNotifications = ({ channel }: VisitorContext, viewer: string | Sql) =>
  sql`SELECT n.id, n.type, ${visiblePreview(channel, viewer)} AS preview, a.handle AS "aboutHandle", n.link, n."readAt", n."createdAt",
                CASE WHEN n.type = 'FOLLOW' THEN EXISTS (SELECT 1 FROM "Follow" f
                  WHERE f."followerId" = ${viewer} AND f."followeeId" = n."actorId") END AS following,
                ${GROUP_SIZE} AS count, ${MERGED} AS merged, ${personColumns("u")}
           FROM "Notification" n JOIN "User" u ON u.id = n."actorId" LEFT JOIN "User" a ON a.id = n."aboutUserId"`;

/** Returns the notifications with these ids that are shown, each as its own recipient sees it. */
export async function notificationsById(ctx: VisitorContext, ids: string[]): Promise<Map<string, Notification>> {
  const rows = await read<NotificationRow>(ctx, "notifications.byId")`
    ${selectNotifications(ctx, sql`n."userId"`)} WHERE n.id = ANY (${ids}::text[]) AND ${shownNotification(sql`n."userId"`)}`;
  return new Map(rows.map((row) => [row.id, present(row)]));
}

/** The condition as the index states it. */
const IS_MENTION = sql`AND n.type IN (${literal(MENTIONS.map((type) => `'${type}'`).join(", "))})`;

interface NotificationsRequest extends PageRequest {
  /** Only those that are addressed to the caller. */
  kind?: "mentions";
}

/** Hides previews of posts that the caller may no longer see (docs/contract.md#notifications). */
export function listNotifications(
  ctx: Context,
  { kind, ...request }: NotificationsRequest,
): Promise<Page<Notification>> {
  return paginate<NotificationRow, Notification>(request, {
    list: ["notifications", ctx.actor.id, ...(kind ? [kind] : [])],
    rows: (after, take) =>
      read<NotificationRow>(ctx, `notifications.${ctx.channel}${kind ? `.${kind}` : ""}`)`
        ${selectNotifications(ctx, ctx.actor.id)}
        WHERE n."userId" = ${ctx.actor.id} AND ${shownNotification(ctx.actor.id)} ${kind ? IS_MENTION : none}
        AND (n."createdAt", n.id) < (${after.at}::timestamptz, ${after.id})
        ORDER BY n."createdAt" DESC, n.id DESC LIMIT ${take}`,
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
    ...(row.following !== null && { following: row.following }),
    ...(row.count !== null && row.count > 1 && { count: row.count }),
    ...(row.merged !== null && { merged: row.merged }),
  };
}

/** A stored event carries only the id: its content is read on sending, in the form that the list shows then. */
export const accountTopics: TopicKind = {
  readable: async (_ctx, subscriptions) => subscriptions.filter(({ topic, userId }) => topic === userTopic(userId)),

  async present(ctx, events) {
    const idOf = (event: (typeof events)[number]) =>
      event.event === "notification" && "id" in event.data ? String(event.data.id) : undefined;
    const ids = events.flatMap((event) => idOf(event) ?? []);
    const shown = ids.length > 0 ? await notificationsById(ctx, ids) : new Map<string, object>();
    return events.flatMap((event) => {
      const id = idOf(event);
      if (id === undefined) return [event];
      const notification = shown.get(id);
      return notification ? [{ ...event, data: notification }] : [];
    });
  },

  async current(ctx, topics) {
    const counts = topics.length > 0 ? await countUnreadOf(ctx, topics.map(subjectOf)) : new Map<string, number>();
    return Array.from(counts, ([userId, count]) => ({ topic: userTopic(userId), event: "unread", data: { count } }));
  },
};
