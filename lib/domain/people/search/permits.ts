import { machinePermits } from "@/lib/domain/kernel/machine-permits";
import { BUSY_RETRY_AFTER_SECONDS, MAX_QUEUED_SEARCHES, SEARCHES_AT_ONCE, SUGGESTIONS_AT_ONCE } from "./rules";

/** Runs a search. Concurrent ones queue, and never exhaust the connections that everything else needs. */
export const withSearchPermit = machinePermits("search", {
  permits: SEARCHES_AT_ONCE,
  maxQueued: MAX_QUEUED_SEARCHES,
  message: "Too many people are searching at this moment. Try again in a few seconds.",
  retryAfterSeconds: BUSY_RETRY_AFTER_SECONDS,
});

/** Runs a search for suggestions. People type far more often than they search, and must not keep others from it. */
export const withSuggestionPermit = machinePermits("suggestions", {
  permits: SUGGESTIONS_AT_ONCE,
  maxQueued: MAX_QUEUED_SEARCHES,
  message: "Too many people are asking for suggestions at this moment. Try again in a few seconds.",
  retryAfterSeconds: BUSY_RETRY_AFTER_SECONDS,
});
