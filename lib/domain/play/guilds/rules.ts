import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";

/** The provider's name, in addresses and in the rows of linked accounts. */
export const DISCORD = "discord";

export const INTERACTION_MAX_AGE_MS = 5 * MINUTE_MS;

/** How long the ids of interactions are kept to reject replays: well beyond their maximum age. */
export const INTERACTION_RETENTION_MS = HOUR_MS;

/** Discord waits 3 s for an answer; we reserve some of that for the network. */
export const INTERACTION_TIMEOUT_MS = 2500;

export const RECHECK_AFTER_MS = 7 * DAY_MS;

/** A proof is valid for a day longer (docs/contract.md#guilds), so that nobody vanishes during an outage of Discord. */
export const PROOF_VALID_MS = RECHECK_AFTER_MS + DAY_MS;

/** Our choice: how soon a failed recheck is retried, many times within that day. Also the lease of one in progress. */
export const RECHECK_RETRY_MS = HOUR_MS;

/** Our choice: rechecks per run of upkeep; each sends a request to Discord. */
export const RECHECK_BATCH = 10;

/** Discord's own limit of servers per person. */
export const MAX_GUILDS = 200;

/** Our choice: the rows that `/leaderboard` shows in a channel; the page shows more. */
export const MESSAGE_ROWS = 10;

export const UNNAMED_GUILD = "A Discord server";

const ADMINISTRATOR = 1n << 3n;

/** Whether a member's permissions, a bit set in decimal digits, make an administrator. */
export function isAdministrator(permissions: string): boolean {
  return (BigInt(permissions) & ADMINISTRATOR) !== 0n;
}
