import { remindOfExpiringKeys } from "@/lib/domain/accounts/lifecycle/expiring-keys";
import { closeDueDuels } from "@/lib/domain/play/duels/due";
import { isDiscordSetUp } from "@/lib/domain/play/guilds/discord-api";
import { recheckGuilds } from "@/lib/domain/play/guilds/membership";
import { sendDueDigests } from "@/lib/domain/consequences/digest/due";
import { suspendCutBranches } from "@/lib/domain/accounts/invitations/branches";
import { endDueSuspensions } from "@/lib/domain/people/moderation/sanctions";
import { makePartitions, dropOldPartitions } from "@/lib/domain/deployment/partitions/commands";
import { updatePresence, deleteClosedRooms } from "@/lib/domain/play/rooms/presence";
import { tagEarlierPosts } from "@/lib/domain/writing/tags/earlier-posts";
import { deleteFailedPosts, publishDuePosts } from "@/lib/domain/writing/scheduled/due";
import { countTagPeople } from "@/lib/domain/writing/tags/trends";
import { deleteOldPreviews, dropOverduePreviews } from "@/lib/domain/writing/previews/queue";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { platformContext } from "./platform";
import type { VisitorContext } from "@/lib/domain/kernel/context";
import { repeat } from "./repeat";
import { finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { deleteOldApps } from "@/lib/domain/accounts/apps/commands";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { expireMedia } from "@/lib/domain/writing/media/expiry";
import { deleteOldReports, releaseReportedMedia } from "@/lib/domain/people/moderation/retention";
import { deleteLoggedRequestsOfClosed } from "@/lib/domain/accounts/request-log/commands";
import { deleteOldImports, removeOldArchives } from "@/lib/domain/accounts/imports/retention";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { deleteUnusedSandboxes } from "@/lib/domain/accounts/sandboxes/retention";
import { eraseExpiredContent } from "@/lib/domain/accounts/mail/outbox";

const UPKEEP_INTERVAL_MS = 20_000;

const report = onceAMinute((error, suppressed) => log.warn("upkeep failed", { error, suppressed }));

/** Updates what depends on time. One part that fails does not keep the others from running. */
export async function runUpkeep(): Promise<void> {
  const ctx = platformContext();
  const results = await Promise.allSettled([
    closeDueDuels(ctx, "all"),
    updatePresence(ctx),
    endDueSuspensions(ctx).finally(publishScheduledPosts),
    suspendCutBranches(ctx),
    remindOfExpiringKeys(ctx),
    sendDueDigests(ctx),
    makePartitions(ctx),
    isTimeToCount(ctx) && countTagPeople(ctx),
    tagEarlierPosts(ctx),
    dropOverduePreviews(ctx),
    isDiscordSetUp() && recheckGuilds(ctx),
  ]);
  for (const result of results) if (result.status === "rejected") report(result.reason);
}

/** Posts what is due, after the suspensions that are over. */
async function publishScheduledPosts(): Promise<void> {
  let last = await publishDuePosts(platformContext());
  while (last) last = await publishDuePosts(platformContext(), last);
}

/** The people who use each tag are counted in every fifth minute: it reads all tagged posts of a day. */
const isTimeToCount = ({ now }: VisitorContext) => now.getUTCMinutes() % 5 === 0;

/** Starts upkeep in a long-lived process. Returns the function that stops it. */
export const startRegularUpkeep = () => repeat(runUpkeep, { everyMs: UPKEEP_INTERVAL_MS });

/** Delayed, because a starting process has more urgent work. */
const FIRST_RUN_MS = MINUTE_MS;
/** The request log of a closed account is gone within the hour (docs/contract.md#request-log). */
const INTERVAL_MS = 30 * MINUTE_MS;

/** Deletes what has outlived its retention. One part that fails does not keep the others from running. */
export async function runRetention(): Promise<void> {
  const ctx = platformContext();
  const results = await Promise.allSettled([
    deleteExpired(ctx),
    deleteOldApps(ctx),
    dropOldPartitions(ctx),
    releaseReportedMedia(ctx).then(() => expireMedia(ctx)),
    deleteOldReports(ctx),
    deleteClosedRooms(ctx),
    eraseExpiredContent(ctx),
    finishClosings(ctx),
    deleteLoggedRequestsOfClosed(ctx),
    deleteOldPreviews(ctx),
    deleteFailedPosts(ctx),
    deleteUnusedSandboxes(ctx),
    removeOldArchives(ctx),
    deleteOldImports(ctx),
  ]);
  for (const result of results)
    if (result.status === "rejected") log.warn("retention failed", { error: result.reason });
}

/** Starts retention in a long-lived process. Returns the function that stops it. */
export const startRetention = () => repeat(runRetention, { everyMs: INTERVAL_MS, firstMs: FIRST_RUN_MS });
