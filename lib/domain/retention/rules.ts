/** How long the answer to an `Idempotency-Key` is kept (decisions.md). */
export const IDEMPOTENCY_RETENTION_MS = 86_400_000;

/** A day's XP is counted for that day alone; servers' clocks may differ a little about when it ends. */
export const DAILY_XP_RETENTION_DAYS = 2;
