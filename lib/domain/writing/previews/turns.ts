import { setTimeout as sleep } from "node:timers/promises";
import { OTHER_SITE_PAUSE_MS } from "./rules";

/** When the next request may go to a site that pages of others lead to, by `performance.now()`. */
const turns = new Map<string, number>();
/** Sites that are remembered before those whose turn is over are forgotten. */
const MAX_REMEMBERED = 1000;

/**
 * Waits for a turn to request something of a site that a page of another site leads to: many pages that redirect to one
 * site, or name its pictures, would otherwise flood it. Resolves to false if that takes longer than `leftMs`.
 */
export async function awaitTurn(site: string, leftMs: number): Promise<boolean> {
  const now = performance.now();
  const at = Math.max(now, turns.get(site) ?? now);
  if (at - now > leftMs) return false;
  turns.set(site, at + OTHER_SITE_PAUSE_MS);
  if (turns.size > MAX_REMEMBERED) for (const [other, next] of turns) if (next <= now) turns.delete(other);
  if (at > now) await sleep(at - now);
  return true;
}
