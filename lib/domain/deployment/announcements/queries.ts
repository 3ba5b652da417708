import { type Context, read } from "@/lib/domain/kernel/context";
import { newestFirst, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import { sql } from "@/lib/infra/database/sql";
import type { Announcement as AnnouncementModel } from "@/lib/infra/prisma/client";
import type { Announcement } from "./schema";

export type AnnouncementRow = Omit<AnnouncementModel, "authorId">;

export const announcementColumns = sql`a.id, a.content, a.html, a.until, a."endedAt", a."createdAt"`;

const KEY = { at: sql`a."createdAt"`, id: sql`a.id` };

/** Lists announcements, newest first, for admins. @throws DomainError `forbidden` */
export async function listAnnouncements(ctx: Context, request: PageRequest): Promise<Page<Announcement>> {
  requireAdmin(ctx);
  return paginate<AnnouncementRow, Announcement>(request, {
    list: ["announcements"],
    rows: (after, take) =>
      read<AnnouncementRow>(ctx, "announcements.all")`
        SELECT ${announcementColumns} FROM "Announcement" a
        WHERE ${newestFirst(KEY, after)} LIMIT ${take}`,
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present: presentAnnouncement,
  });
}

export function presentAnnouncement({ id, content, html, until, endedAt, createdAt }: AnnouncementRow): Announcement {
  return {
    id,
    content,
    html,
    until: until?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
