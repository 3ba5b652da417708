import { auditSetting } from "@/lib/domain/accounts/audit-log/commands";
import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { conflict, invalid, notFound } from "@/lib/domain/kernel/errors";
import { renderForSaving } from "@/lib/domain/writing/markdown/rendering";
import { forgetSite, inForce } from "@/lib/domain/deployment/site/current";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import { announcementColumns, type AnnouncementRow, presentAnnouncement } from "./queries";
import { MAX_ANNOUNCED_DAYS, MAX_IN_FORCE } from "./rules";
import type { Announcement, AnnouncementChange, AnnouncementDraft } from "./schema";

/**
 * Creates an announcement.
 * @throws DomainError `forbidden`, `invalid_request`; `conflict` with `MAX_IN_FORCE` in force
 */
export async function createAnnouncement(ctx: Context, { content, until }: AnnouncementDraft): Promise<Announcement> {
  requireAdmin(ctx);
  const end = endOf(ctx, until);
  const { html } = await render(ctx, content);
  const announcement = await inTransaction(ctx, async (tx) => {
    // Concurrent announcements count each other.
    await lockAccount(tx, PLATFORM_USER_ID);
    const others = await read(tx, "announcements.others")`
      SELECT 1 FROM "Announcement" a WHERE ${inForce(tx.now)}`;
    if (others.length >= MAX_IN_FORCE)
      throw conflict(`${MAX_IN_FORCE} announcements are on every page already. End one of them first.`);
    const id = idFor(tx, "ann");
    await audit(tx, id, "published");
    await write(tx, "announcements.insert")`
      INSERT INTO "Announcement" (id, content, html, until, "authorId", "createdAt")
      VALUES (${id}, ${content}, ${html}, ${end}, ${tx.actor.id}, ${tx.now})`;
    return presentAnnouncement({ id, content, html, until: end, endedAt: null, createdAt: tx.now });
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
  const end = until === undefined ? null : endOf(ctx, until);
  const html = content === undefined ? null : (await render(ctx, content)).html;
  const announcement = await inTransaction(ctx, async (tx) => {
    const [changed] = await read<AnnouncementRow>(tx, "announcements.change")`
      UPDATE "Announcement" a
        SET content = COALESCE(${content}, a.content), html = COALESCE(${html}, a.html),
            until = CASE WHEN ${until === undefined}::boolean THEN a.until ELSE ${end}::timestamptz END
      WHERE a.id = ${id} AND ${inForce(tx.now)} RETURNING ${announcementColumns}`;
    if (!changed) throw notFound();
    await audit(tx, id, "changed");
    return presentAnnouncement(changed);
  });
  forgetSite();
  return announcement;
}

/** Ends an announcement, unless it has ended already. @throws DomainError `forbidden`, `not_found` */
export async function endAnnouncement(ctx: Context, { id }: { id: string }): Promise<void> {
  requireAdmin(ctx);
  await inTransaction(ctx, async (tx) => {
    const ended = await write(tx, "announcements.end")`
      UPDATE "Announcement" SET "endedAt" = ${tx.now} WHERE id = ${id} AND "endedAt" IS NULL`;
    if (ended > 0) return audit(tx, id, "ended");
    const known = await read(tx, "announcements.known")`SELECT 1 FROM "Announcement" WHERE id = ${id}`;
    if (known.length === 0) throw notFound();
  });
  forgetSite();
}

/**
 * Hides an announcement from the actor. Only those in force are remembered, so that the list stays short.
 * @throws DomainError `not_found`
 */
export async function dismissAnnouncement(ctx: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const current = await read<{ id: string }>(tx, "announcements.inForce")`
      SELECT a.id FROM "Announcement" a WHERE ${inForce()}`;
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
