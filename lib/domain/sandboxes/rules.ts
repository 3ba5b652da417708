import { DAY_MS } from "@/lib/domain/durations";

/** Our choices. */
export const UNUSED_DAYS = 7;
export const SEED_LENGTH = 64;
/** How far one call may move the clock. */
export const MAX_ADVANCE_MS = 400 * DAY_MS;
/** The clock stops here: dates further on are not valid anywhere else. */
export const LATEST = new Date("2150-01-01T00:00:00Z");
/** The attempts and the time that one call to advance spends; what is left is for the next. */
export const MAX_ATTEMPTS_PER_CALL = 500;
export const ADVANCE_TIMEOUT_MS = 20_000;
export const MAX_STEPS_PER_CALL = 2000;
/** What is due after an act beyond these waits for the next act. */
export const MAX_ATTEMPTS_AFTER_ACT = 50;
export const AFTER_ACT_TIMEOUT_MS = 30_000;
/** Deliveries that one call replays. */
export const MAX_REPLAYED = 500;
/** How large its database may become, and after how many acts that is looked at. */
export const MAX_DATABASE_BYTES = 100_000_000;
/** Reads fill it, too, by the log of requests: at this size, it is made anew. */
export const LARGEST_DATABASE_BYTES = 150_000_000;
export const ACTS_BETWEEN_MEASUREMENTS = 64;
/** A database that was begun so long ago and is not in use was left behind by a crash. */
export const ABANDONED_AFTER_MS = 10 * 60_000;

/** The people of every sandbox beside its owner. */
export const CAST = [
  { handle: "robin", name: "Robin" },
  { handle: "sasha", name: "Sasha" },
] as const;
/** How long everybody has been here when the clock begins: new accounts may do less. */
export const MEMBERS_FOR_MS = 60 * DAY_MS;
