import { DAY_MS } from "@/lib/domain/kernel/durations";

/** A sandbox is deleted after this long without a request (docs/contract.md#sandboxes). */
export const UNUSED_DAYS = 7;
/** Where a deployment has no room for another, the one unused for longest is deleted, if that is at least this long. */
export const REPLACED_AFTER_DAYS = 1;
export const SEED_LENGTH = 64;
/** How far one call may move the clock. */
export const MAX_ADVANCE_MS = 400 * DAY_MS;
/** The clock stops here: later dates are invalid elsewhere. */
export const LATEST = new Date("2150-01-01T00:00:00Z");
/** Attempts and time that one call to advance the clock may spend; the next call continues. */
export const MAX_ATTEMPTS_PER_CALL = 500;
export const ADVANCE_TIMEOUT_MS = 20_000;
export const MAX_STEPS_PER_CALL = 2000;
/** Attempts after one act; the next act continues. */
export const MAX_ATTEMPTS_AFTER_ACT = 50;
export const AFTER_ACT_TIMEOUT_MS = 30_000;
/** Deliveries that one call replays. */
export const MAX_REPLAYED = 500;
/** Maximum size of its database, and the number of acts between two checks of it. */
export const MAX_DATABASE_BYTES = 100_000_000;
/** Reads also fill it, through the request log. At this size it is recreated. */
export const LARGEST_DATABASE_BYTES = 150_000_000;
export const ACTS_BETWEEN_MEASUREMENTS = 64;
/** A database older than this that no sandbox uses was left behind by a crash. */
export const ABANDONED_AFTER_MS = 10 * 60_000;

/** The people of every sandbox besides its owner. */
export const CAST = [
  { handle: "robin", name: "Robin" },
  { handle: "sasha", name: "Sasha" },
] as const;
/** Account age of everybody when the clock starts: new accounts may do less. */
export const MEMBERS_FOR_MS = 60 * DAY_MS;
