import type { Context } from "@/lib/domain/context";
import { countUnread } from "@/lib/domain/notifications/unread";
import { log } from "@/lib/infra/log/log";
import { recordOnline } from "./commands";
import { listActiveFriends, listFriends } from "./queries";
import type { Section } from "./rules";
import type { PulseAnswer } from "./schema";

const COMPUTE: { [S in Section]: (ctx: Context) => Promise<NonNullable<PulseAnswer[S]>> } = {
  notifications: countUnread,
  friends: listFriends,
  activeFriends: listActiveFriends,
};

/** Returns everything that a tab polls for, and records that its user is online (docs/contract.md#presence). */
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
