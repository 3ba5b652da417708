import type { Delivery } from "@/lib/domain/consequences/webhooks/schema";

export const LINES_A_PAGE = 20;

/** Merges two lists, newest first; `read` wins over `known`. */
export function mergeLines(known: readonly Delivery[], read: readonly Delivery[]): Delivery[] {
  const byId = new Map([...known, ...read].map((delivery) => [delivery.id, delivery]));
  return [...byId.values()].toSorted((a, b) => compare(b.createdAt, a.createdAt) || compare(b.id, a.id));
}

/** Whether pages read from the top cover every pending delivery and reach the known ones without a gap. */
export function isCaughtUp(known: readonly Delivery[], read: readonly Delivery[]): boolean {
  const ids = new Set(read.map(({ id }) => id));
  const meets = known.length === 0 || known.some(({ id }) => ids.has(id));
  return meets && pendingOf(known).every(({ id }) => ids.has(id));
}

function pendingOf(lines: readonly Delivery[]): Delivery[] {
  return lines.filter(({ status }) => status === "pending");
}

const SOON_MS = 1_000;
const UNHURRIED_MS = 10_000;
const LONGEST_MS = 30_000;

/**
 * Returns how long to wait before the next poll, or undefined while no delivery is pending. Due deliveries are polled
 * soon, then less often the longer nothing changes; deliveries that wait for a retry, when it is due.
 */
export function nextLookMs(
  lines: readonly Delivery[],
  { now, fruitless }: { now: number; fruitless: number },
): number | undefined {
  const pending = pendingOf(lines);
  if (pending.length === 0) return undefined;
  const due = Math.min(...pending.map(({ nextAttemptAt }) => (nextAttemptAt ? Date.parse(nextAttemptAt) : now)));
  const fallbackMs = Math.min(UNHURRIED_MS, SOON_MS * 1.5 ** fruitless);
  return Math.min(LONGEST_MS, Math.max(fallbackMs, due - now));
}

/** Announces what finished between two polls to screen readers: "post.created delivered". */
export function finishedMessage(before: readonly Delivery[], after: readonly Delivery[]): string | undefined {
  const wasPending = new Set(pendingOf(before).map(({ id }) => id));
  const ended = after.filter(({ id, status }) => wasPending.has(id) && status !== "pending");
  if (ended.length > 1) return `${ended.length} deliveries finished`;
  return ended[0] && `${ended[0].event} ${ended[0].status}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
