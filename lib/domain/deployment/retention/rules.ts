import { DAY_MS } from "@/lib/domain/kernel/durations";

/** docs/contract.md#idempotency */
export const IDEMPOTENCY_RETENTION_MS = DAY_MS;

/** A day's XP counts for that day only, but servers' clocks may differ slightly about its end. */
export const DAILY_XP_RETENTION_DAYS = 2;
