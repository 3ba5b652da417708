import { finishClosings } from "@/lib/domain/accounts/closing";
import { deleteOldApps } from "@/lib/domain/apps/commands";
import { MINUTE_MS } from "@/lib/domain/durations";
import { expireMedia } from "@/lib/domain/media/expiry";
import { deleteOldReports, releaseReportedMedia } from "@/lib/domain/moderation/retention";
import { dropOldPartitions } from "@/lib/domain/partitions/commands";
import { deleteLoggedRequestsOfClosed } from "@/lib/domain/request-log/retention";
import { deleteExpired } from "@/lib/domain/retention/commands";
import { deleteClosedRooms } from "@/lib/domain/rooms/presence";
import { deleteUnusedSandboxes } from "@/lib/domain/sandboxes/retention";
import { log } from "@/lib/infra/log/log";
import { eraseExpiredContent } from "@/lib/domain/mail/outbox";
import { platformContext } from "./platform";

/** Delayed, because a starting process has more urgent work. */
const FIRST_RUN_MS = MINUTE_MS;
/** Our choice: a file without a row is gone within an hour. */
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
    deleteUnusedSandboxes(ctx),
  ]);
  for (const result of results)
    if (result.status === "rejected") log.warn("retention failed", { error: result.reason });
}

/** Runs retention every half an hour, in a process that lives that long. Returns the function that stops it. */
export function startRetention(): () => void {
  let timer = setTimeout(function tick() {
    timer = setTimeout(tick, INTERVAL_MS).unref();
    void runRetention();
  }, FIRST_RUN_MS).unref();
  return () => clearTimeout(timer);
}
