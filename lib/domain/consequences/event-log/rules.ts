import { DAY_MS } from "@/lib/domain/kernel/durations";
import { EVENT_RETENTION_DAYS } from "@/lib/domain/consequences/events/rules";

/**
 * How long a log records what happens to its account after the account last asked for it: as long as events are kept,
 * so that a program that was down finds everything that it can still catch up on.
 */
export const LOG_SUBSCRIPTION_MS = EVENT_RETENTION_DAYS * DAY_MS;

/** An entry of the log alone, which says what it did not record, from when to when. Webhooks do not deliver it. */
export const LOG_INTERRUPTED = "log.interrupted";
