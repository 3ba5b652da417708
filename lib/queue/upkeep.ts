import { remindOfExpiringKeys } from "@/lib/domain/accounts/expiring-keys";
import { closeDueDuels } from "@/lib/domain/duels/due";
import { isDiscordSetUp } from "@/lib/domain/guilds/discord-api";
import { recheckGuilds } from "@/lib/domain/guilds/membership";
import { suspendCutBranches } from "@/lib/domain/invitations/branches";
import { endDueSuspensions } from "@/lib/domain/moderation/sanctions";
import { makePartitions } from "@/lib/domain/partitions/commands";
import { updatePresence } from "@/lib/domain/rooms/presence";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { platformContext } from "./platform";

const UPKEEP_INTERVAL_MS = 20_000;

const report = onceAMinute((error, suppressed) => log.warn("upkeep failed", { error, suppressed }));

/**
 * Updates what depends on time: duels, rooms, suspensions, guilds, the suspensions of cut branches, reminders of
 * expiring keys, and future partitions. One part that fails does not keep the others from running.
 */
export async function runUpkeep(): Promise<void> {
  const ctx = platformContext();
  const results = await Promise.allSettled([
    closeDueDuels(ctx, "all"),
    updatePresence(ctx),
    endDueSuspensions(ctx),
    suspendCutBranches(ctx),
    remindOfExpiringKeys(ctx),
    makePartitions(ctx),
    isDiscordSetUp() && recheckGuilds(ctx),
  ]);
  for (const result of results) if (result.status === "rejected") report(result.reason);
}

/** Runs upkeep periodically, in a long-lived process. Returns the function that stops it. */
export function startRegularUpkeep(): () => void {
  let timer = setTimeout(async function tick() {
    await runUpkeep();
    timer = setTimeout(tick, UPKEEP_INTERVAL_MS).unref();
  }, UPKEEP_INTERVAL_MS).unref();
  return () => clearTimeout(timer);
}
