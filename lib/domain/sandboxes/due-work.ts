import { type Context, createContext } from "@/lib/domain/context";
import { remindOfExpiringKeys } from "@/lib/domain/accounts/expiring-keys";
import { announceDue } from "@/lib/domain/announcer/announce";
import { closeDueDuels } from "@/lib/domain/duels/due";
import { endDueSuspensions } from "@/lib/domain/moderation/sanctions";
import { keepPartitions } from "@/lib/domain/request-log/partitions";
import { updatePresence } from "@/lib/domain/rooms/presence";
import { PLATFORM } from "@/lib/domain/users/rules";
import { deliver } from "@/lib/domain/webhooks/delivery/deliver";
import { isDue, isFree } from "@/lib/domain/webhooks/delivery/lease";

/** What the server's jobs do for everything live is done here at once, by the sandbox's clock. */
const platform = (): Context => createContext({ actor: PLATFORM, channel: "session" });

/** Tells people of what others have done, as the announcer does. Part of the act that it follows from. */
export const announce = (): Promise<void> => announceDue(platform());

/** Does what depends on the time, as the upkeep does. */
export async function keepUp(): Promise<void> {
  const ctx = platform();
  await keepPartitions(ctx);
  await closeDueDuels(ctx, "all");
  await updatePresence(ctx);
  await endDueSuspensions(ctx);
  await remindOfExpiringKeys(ctx);
}

/**
 * Attempts the deliveries that are due, of each endpoint in their order. What another process is attempting is left to
 * it.
 * @returns how many were attempted, at most `limit`
 */
export async function deliverDue(limit: number): Promise<number> {
  const ctx = platform();
  const due = await ctx.db.$queryRaw<{ id: string; endpointId: string }[]>`
    SELECT id, "endpointId" FROM "Delivery" d
     WHERE ${isDue} AND ${isFree}
     ORDER BY "nextAttemptAt", "endpointId", sequence LIMIT ${limit}`;
  const endpointIds = new Set(due.map(({ endpointId }) => endpointId));
  await Promise.all(
    [...endpointIds].map(async (own) => {
      for (const { id, endpointId } of due) if (endpointId === own) await deliver(ctx, id);
    }),
  );
  return due.length;
}
