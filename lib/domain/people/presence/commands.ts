import { type Context, write } from "@/lib/domain/kernel/context";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";
import { log } from "@/lib/infra/log/log";
import { ACTIVITIES, type ActivityKind, type Section } from "./rules";
import { listActiveFriends, listFriends } from "./queries";
import type { PulseAnswer } from "./schema";

export async function recordOnline(ctx: Context): Promise<void> {
  await write(ctx, "presence.online")`
    INSERT INTO "Presence" ("userId", "seenAt") VALUES (${ctx.actor.id}, ${ctx.now})
    ON CONFLICT ("userId") DO UPDATE SET "seenAt" = GREATEST("Presence"."seenAt", EXCLUDED."seenAt")`;
}

export async function noteActivity(ctx: Context, kind: ActivityKind): Promise<void> {
  const { label, href } = ACTIVITIES[kind];
  await write(ctx, "presence.activity")`
    INSERT INTO "Presence" ("userId", "seenAt", "activityKind", "activityLabel", "activityHref", "activityAt")
    VALUES (${ctx.actor.id}, ${ctx.now}, ${kind}, ${label}, ${href}, ${ctx.now})
    ON CONFLICT ("userId") DO UPDATE SET "seenAt" = EXCLUDED."seenAt", "activityKind" = EXCLUDED."activityKind",
      "activityLabel" = EXCLUDED."activityLabel", "activityHref" = EXCLUDED."activityHref",
      "activityAt" = EXCLUDED."activityAt"`;
}

const COMPUTE: { [S in Section]: (ctx: Context) => Promise<NonNullable<PulseAnswer[S]>> } = {
  notifications: countUnread,
  friends: listFriends,
  activeFriends: listActiveFriends,
};

/** Answers the wanted sections, and records that the user is online (docs/contract.md#presence). */
export async function pulse(ctx: Context, { want = [] }: { want?: Section[] }): Promise<PulseAnswer> {
  const sections = [...new Set(want)];
  const [, ...entries] = await Promise.all([
    attempt(ctx, "heartbeat", recordOnline(ctx)),
    ...sections.map(async (section) => [section, await attempt<unknown>(ctx, section, COMPUTE[section](ctx))] as const),
  ]);
  return { ok: true, ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)) };
}

/** Isolates sections: a failure of one does not affect the others. */
async function attempt<T>(ctx: Context, part: string, answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    log.error("pulse section failed", { part, requestId: ctx.requestId, error });
    return undefined;
  });
}
