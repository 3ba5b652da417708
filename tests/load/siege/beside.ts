import { setTimeout as sleep } from "node:timers/promises";
import { quantile } from "../hammer";
import type { Asking, Target } from "./target";

/** The slowest permitted p90 of somebody else, since two cores serve both. */
const P90_MS = 500;
/** An address that no attacker uses. */
const FROM = 100_000;

/**
 * Sends the attack's kind of request, as somebody else would, until the signal. Accuses the server of rejections, and
 * of delays beyond `p90Ms`: the attack must not exhaust the resources that its kind of request shares.
 */
export async function beside(
  target: Target,
  signal: AbortSignal,
  question: () => Asking,
  { p90Ms = P90_MS, periodMs = 200 } = {},
): Promise<void> {
  const times: number[] = [];
  while (!signal.aborted) {
    const sent = performance.now();
    const { status } = await target.ask({ from: FROM, ...question() });
    if (signal.aborted) break;
    times.push(performance.now() - sent);
    if (status < 200 || status >= 300) target.reportProblem(`somebody else got ${status || "no answer"}`);
    await sleep(periodMs);
  }
  reportWaits(target, times, p90Ms);
}

export function reportWaits(target: Target, times: number[], p90Ms = P90_MS): void {
  const p90 = quantile(
    times.toSorted((a, b) => a - b),
    0.9,
  );
  if (p90 > p90Ms) target.reportProblem(`somebody else waits ${p90.toFixed(0)} ms`);
}
