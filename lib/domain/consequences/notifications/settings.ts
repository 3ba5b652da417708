import { type Context, read, write } from "@/lib/domain/kernel/context";
import type { User } from "@/lib/infra/prisma/client";
import { quoted, type Sql, sql } from "@/lib/infra/database/sql";
import { NOTIFICATION_KINDS } from "./rules";
import type { NotificationSettings, NotificationSettingsChange } from "./schema";

type SettingsRow = Pick<User, "mutedNotifications" | "mutedPushes" | "quietFrom" | "quietUntil" | "timeZone">;

/** Returns which kinds of notifications the caller gets, where, and when. */
export async function getNotificationSettings(ctx: Context): Promise<NotificationSettings> {
  const [row] = await read<SettingsRow>(ctx, "notifications.settings")`
    SELECT "mutedNotifications", "mutedPushes", "quietFrom", "quietUntil", "timeZone"
      FROM "User" WHERE id = ${ctx.actor.id}`;
  const { mutedNotifications, mutedPushes, quietFrom, quietUntil, timeZone } = row!;
  const quietHours = quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil };
  return { site: allBut(mutedNotifications), push: allBut(mutedPushes), quietHours, timeZone };
}

type Switches = NotificationSettings["site"];

/** Returns which kinds are on, of which these are off. */
export const allBut = (muted: readonly string[]) =>
  Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, !muted.includes(kind)])) as Switches;

/** Turns kinds of notifications on and off, and leaves the others as they are. What was notified before stays. */
export async function changeNotificationSettings(
  ctx: Context,
  { site = {}, push = {}, quiet_hours, time_zone }: NotificationSettingsChange,
): Promise<NotificationSettings> {
  await write(ctx, "notifications.changeSettings")`
    UPDATE "User" SET "timeZone" = COALESCE(${time_zone}, "timeZone"),
           "mutedNotifications" = ${withTurned("mutedNotifications", site)},
           "mutedPushes" = ${withTurned("mutedPushes", push)},
           "quietFrom" = CASE WHEN ${quiet_hours === undefined} THEN "quietFrom" ELSE ${quiet_hours?.from ?? null}::int END,
           "quietUntil" = CASE WHEN ${quiet_hours === undefined} THEN "quietUntil" ELSE ${quiet_hours?.until ?? null}::int END
     WHERE id = ${ctx.actor.id}`;
  return getNotificationSettings(ctx);
}

/** Returns the column's kinds without those that are turned on, and with those that are turned off. */
function withTurned(column: keyof User, switches: Partial<Switches>): Sql {
  const turned = (on: boolean) => NOTIFICATION_KINDS.filter((kind) => switches[kind] === on);
  return sql`ARRAY(
        SELECT kind FROM unnest(${quoted(column)}) AS kind WHERE kind <> ALL (${turned(true)}::text[])
        UNION SELECT unnest(${turned(false)}::text[]) ORDER BY kind)`;
}
