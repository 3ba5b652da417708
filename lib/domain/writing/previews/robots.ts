import robotsParser from "robots-parser";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { sendToPublic } from "@/lib/infra/network/public-request";
import { MAX_ROBOTS_BYTES } from "./rules";

/** The name under which sites address us in their `robots.txt`. */
export const ROBOT = "Pegboard";

interface Rules {
  allows(url: string): boolean;
  readAtMs: number;
}

const ALL = { allows: () => true };
const KEPT_MS = HOUR_MS;
const MAX_KEPT = 100;
/** By origin, the oldest first. */
const kept = new Map<string, Rules>();

/** Whether a site lets robots read a page. One whose `robots.txt` cannot be read lets them read all. */
export async function isAllowedBySite(url: URL, headers: Record<string, string>, timeoutMs: number): Promise<boolean> {
  const known = kept.get(url.origin);
  if (known && performance.now() - known.readAtMs < KEPT_MS) return known.allows(url.href);
  const rules = { ...(await readRules(url.origin, headers, timeoutMs)), readAtMs: performance.now() };
  kept.delete(url.origin);
  kept.set(url.origin, rules);
  for (const origin of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(origin);
  }
  return rules.allows(url.href);
}

async function readRules(
  origin: string,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<Pick<Rules, "allows">> {
  const url = new URL("/robots.txt", origin);
  const options = { method: "GET", url, headers, timeoutMs, maxBytes: MAX_ROBOTS_BYTES } as const;
  const answer = await sendToPublic(options).catch(() => undefined);
  if (answer?.status !== 200) return ALL;
  const robots = robotsParser(url.href, answer.bytes.toString());
  return { allows: (page) => robots.isAllowed(page, ROBOT) ?? true };
}
