import { machinePermits } from "@/lib/domain/kernel/machine-permits";
import { BUSY_RETRY_AFTER_SECONDS, MAX_QUEUED_SEARCHES, SEARCHES_AT_ONCE } from "./rules";

/** Runs a search. Concurrent ones queue, and never exhaust the connections that everything else needs. */
export const withSearchPermit = machinePermits("search", {
  permits: SEARCHES_AT_ONCE,
  maxQueued: MAX_QUEUED_SEARCHES,
  message: "Too many people are searching at this moment. Try again in a few seconds.",
  retryAfterSeconds: BUSY_RETRY_AFTER_SECONDS,
});
