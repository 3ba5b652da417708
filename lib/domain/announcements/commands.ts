import { auditSetting } from "@/lib/domain/audit-log/commands";
import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { conflict, invalid, notFound } from "@/lib/domain/errors";
import { renderForSaving } from "@/lib/domain/markdown/rendering";
import { forgetSite, IN_FORCE, inForce } from "@/lib/domain/site/current";
import { requireAdmin } from "@/lib/domain/guards/staff";
import { lockUser } from "@/lib/domain/guards/locks";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";
import { presentAnnouncement } from "./queries";
import { MAX_ANNOUNCED_DAYS, MAX_IN_FORCE } from "./rules";
import type { Announcement, AnnouncementChange, AnnouncementDraft } from "./schema";

/**
 * Shows an announcement on top of every page.
 * @throws DomainError `forbidden`, `invalid_request`; `conflict` with `MAX_IN_FORCE` in force
 */
export async function announce(ctx: Context, { content, until }: AnnouncementDraft): Promise<Announcement> {
  requireAdmin(ctx);
  const end = endOf(ctx, until);
  const { html } = await render(ctx, content);
  const announcement = await inTransaction(ctx, async (tx) => {
    // Concurrent announcements count each other.
    await lockUser(tx, PLATFORM_USER_ID);
    if ((await tx.db.announcement.count({ where: inForce(tx) })) >= MAX_IN_FORCE)
      throw conflict(`${MAX_IN_FORCE} announcements are on every page already. End one of them first.`);
    const row = { id: idFor(tx, "ann"), content, html, until: end, authorId: tx.actor.id, createdAt: tx.now };
    await audit(tx, row.id, "published");
    return presentAnnouncement(await tx.db.announcement.create({ data: row }));
  });
  forgetSite();
  return announcement;
}

/**
 * Changes an announcement in force. One that has ended cannot be brought back, since others may have taken its place.
 * Readers who dismissed it do not see it again.
 * @throws DomainError `forbidden`, `not_found`, `invalid_request`
 */
export async function changeAnnouncement(
  ctx: Context,
  { id, content, until }: AnnouncementChange & { id: string },
): Promise<Announcement> {
  requireAdmin(ctx);
  const end = until === undefined ? undefined : endOf(ctx, until);
  const rendered = content === undefined ? {} : { content, html: (await render(ctx, content)).html };
  const announcement = await inTransaction(ctx, async (tx) => {
    const where = { id, ...inForce(tx) };
    const { count } = await tx.db.announcement.updateMany({ where, data: { ...rendered, until: end } });
    if (count === 0) throw notFound();
    await audit(tx, id, "changed");
    return presentAnnouncement(await tx.db.announcement.findUniqueOrThrow({ where: { id } }));
  });
  forgetSite();
  return announcement;
}

/**
 * Ends an announcement. Does nothing to one that has already ended.
 * @throws DomainError `forbidden`, `not_found`
 */
export async function endAnnouncement(ctx: Context, { id }: { id: string }): Promise<void> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    const where = { id, endedAt: null };
    const { count } = await tx.db.announcement.updateMany({ where, data: { endedAt: tx.now } });
    if (count > 0) await audit(tx, id, "ended");
    else if ((await tx.db.announcement.count({ where: { id } })) === 0) throw notFound();
  });
  forgetSite();
}

/**
 * Hides an announcement from the actor. Only announcements in force are remembered, so that the list stays short.
 * @throws DomainError `not_found`
 */
export async function dismissAnnouncement(ctx: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const current = await read<{ id: string }>(tx, "announcements.inForce")`
      SELECT a.id FROM "Announcement" a WHERE ${IN_FORCE}`;
    if (!current.some((one) => one.id === id)) throw notFound();
    const known = current.map((one) => one.id).filter((one) => one !== id);
    await write(tx, "announcements.dismiss")`
      UPDATE "User" SET "dismissedAnnouncements" = ARRAY(
        SELECT one FROM unnest("dismissedAnnouncements") one WHERE one = ANY (${known}::text[])) || ${id}::text
      WHERE id = ${tx.actor.id}`;
  });
}

const render = ({ actor, signal }: Context, source: string) =>
  renderForSaving({ source }, { param: "content", name: "An announcement", owner: actor.id, signal });

function endOf({ now }: Context, until: string | null): Date | null {
  if (until === null) return null;
  const end = new Date(until);
  const fromNowMs = end.getTime() - now.getTime();
  if (fromNowMs > 0 && fromNowMs <= MAX_ANNOUNCED_DAYS * DAY_MS) return end;
  throw invalid([{ param: "until", message: `until is within ${MAX_ANNOUNCED_DAYS} days from now` }]);
}

const audit = (tx: Context, announcementId: string, what: "published" | "changed" | "ended") =>
  auditSetting(tx, { setting: "announcement", announcementId, what });
