import { type Context, read, write } from "@/lib/domain/kernel/context";
import type { User } from "@/lib/infra/prisma/client";
import { NOTIFICATION_KINDS, type NotificationKind } from "./rules";
import type { NotificationSettings, NotificationSettingsChange } from "./schema";

/** Returns which kinds of notifications the caller gets. */
export async function getNotificationSettings(ctx: Context): Promise<NotificationSettings> {
  const [row] = await read<Pick<User, "mutedNotifications" | "timeZone">>(ctx, "notifications.settings")`
    SELECT "mutedNotifications", "timeZone" FROM "User" WHERE id = ${ctx.actor.id}`;
  const { mutedNotifications, timeZone } = row!;
  const isOn = (kind: NotificationKind) => !mutedNotifications.includes(kind);
  return { site: Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, isOn(kind)])) as Switches, timeZone };
}

type Switches = NotificationSettings["site"];

/** Turns kinds of notifications on and off, and leaves the others as they are. What was notified before stays. */
export async function changeNotificationSettings(
  ctx: Context,
  { site = {}, time_zone }: NotificationSettingsChange,
): Promise<NotificationSettings> {
  const turned = (on: boolean) => NOTIFICATION_KINDS.filter((kind) => site[kind] === on);
  await write(ctx, "notifications.changeSettings")`
    UPDATE "User" SET "timeZone" = COALESCE(${time_zone}, "timeZone"), "mutedNotifications" = ARRAY(
        SELECT kind FROM unnest("mutedNotifications") AS kind WHERE kind <> ALL (${turned(true)}::text[])
        UNION SELECT unnest(${turned(false)}::text[]) ORDER BY kind)
     WHERE id = ${ctx.actor.id}`;
  return getNotificationSettings(ctx);
}
