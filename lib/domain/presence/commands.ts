import { type Context, write } from "@/lib/domain/context";
import { ACTIVITIES, type ActivityKind } from "./rules";

/** Records that the caller is online. */
export async function recordOnline(ctx: Context): Promise<void> {
  await write(ctx, "presence.online")`
    INSERT INTO "Presence" ("userId", "seenAt") VALUES (${ctx.actor.id}, ${ctx.now})
    ON CONFLICT ("userId") DO UPDATE SET "seenAt" = GREATEST("Presence"."seenAt", EXCLUDED."seenAt")`;
}

/** Records that the caller is online, and what they are doing. */
export async function noteActivity(ctx: Context, kind: ActivityKind): Promise<void> {
  const { label, href } = ACTIVITIES[kind];
  await write(ctx, "presence.activity")`
    INSERT INTO "Presence" ("userId", "seenAt", "activityKind", "activityLabel", "activityHref", "activityAt")
    VALUES (${ctx.actor.id}, ${ctx.now}, ${kind}, ${label}, ${href}, ${ctx.now})
    ON CONFLICT ("userId") DO UPDATE SET "seenAt" = EXCLUDED."seenAt", "activityKind" = EXCLUDED."activityKind",
      "activityLabel" = EXCLUDED."activityLabel", "activityHref" = EXCLUDED."activityHref",
      "activityAt" = EXCLUDED."activityAt"`;
}
