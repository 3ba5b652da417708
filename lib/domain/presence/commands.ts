import type { Context } from "@/lib/domain/context";
import { ACTIVITIES, type ActivityKind } from "./rules";

/** Records that the caller is online. */
export async function beat(ctx: Context): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO "Presence" ("userId", "seenAt") VALUES (${ctx.actor.id}, ${ctx.now})
    ON CONFLICT ("userId") DO UPDATE SET "seenAt" = GREATEST("Presence"."seenAt", EXCLUDED."seenAt")`;
}

/** Records that the caller is online, and what they are doing. */
export async function noteActivity(ctx: Context, kind: ActivityKind): Promise<void> {
  const { label, href } = ACTIVITIES[kind];
  const activity = {
    seenAt: ctx.now,
    activityKind: kind,
    activityLabel: label,
    activityHref: href,
    activityAt: ctx.now,
  };
  await ctx.db.presence.upsert({
    where: { userId: ctx.actor.id },
    create: { userId: ctx.actor.id, ...activity },
    update: activity,
  });
}
