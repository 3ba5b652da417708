import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cost } from "@/scripts/tools/capacity/measurements";
import type { Instance } from "../fleet/instance";
import { arrive } from "./open-loop";
import type { Call } from "./calls";
import { difference, rowsOf, type Site, type Used } from "./site";

const SECONDS = 6;
/** Until the code is compiled: a page costs a quarter more in its first hundred renderings. */
const WARM_UP = { perSecond: 20, seconds: 6 };
/** Of the machine's processors, as on a site in use: rare calls cost more each. */
const UTILISATION = 0.5;
const MAX_PER_SECOND = 300;
/** The time in which background work of an act finishes: notifications, the request log, deliveries. */
export const SETTLE_MS = 1200;
/** Two runs of the upkeep (lib/queue/upkeep.ts). */
export const IDLE_MS = 40_000;
const RETRY_AFTER_MS = 10_000;
const MAX_ATTEMPTS = 6;

/** The cost of an idle second. */
export type Baseline = Pick<
  Used,
  "webMs" | "primaryMs" | "redisMs" | "redisCommands" | "walBytes" | "writeTransactions"
>;
/** What one site measures of an operation. */
export type Measured = Omit<
  Cost,
  "primaryMsBesideReplica" | "replicaMs" | "roundTrips" | "statements" | "connectionMs"
>;

export async function idleOf(site: Site, instance: Instance): Promise<Baseline> {
  const before = await site.used(instance);
  await sleep(IDLE_MS);
  const used = difference(await site.used(instance), before);
  const perSecond = (amount: number) => (amount * 1000) / used.atMs;
  return {
    webMs: perSecond(used.webMs),
    primaryMs: perSecond(used.primaryMs),
    redisMs: perSecond(used.redisMs),
    redisCommands: perSecond(used.redisCommands),
    walBytes: perSecond(used.walBytes),
    writeTransactions: perSecond(used.writeTransactions),
  };
}

interface CostOptions {
  /** Whether to count rows as well. */
  counting?: boolean;
}

/**
 * Measures one operation by itself, at a rate that leaves the processors mostly idle. Measurements disturbed by other
 * work on the machine are repeated, at half the rate.
 */
export async function costOf(
  site: Site,
  instance: Instance,
  call: Call,
  idle: Baseline,
  { counting = true }: CostOptions = {},
): ReturnType<typeof attempt> {
  for (let attempts = 1; ; attempts += 1)
    try {
      return await attempt(site, instance, call, idle, { counting, share: 0.5 ** (attempts - 1) });
    } catch (error) {
      if (attempts === MAX_ATTEMPTS) throw error;
      console.log(`  measured again: ${(error as Error).message.slice(0, 100)}`);
      await sleep(RETRY_AFTER_MS);
    }
}

async function attempt(
  site: Site,
  instance: Instance,
  call: Call,
  idle: Baseline,
  { counting, share }: Required<CostOptions> & { share: number },
): Promise<{ cost: Measured; total: Used }> {
  const first = await site.used(instance);
  const warmUp = await arrive(WARM_UP.perSecond * share, WARM_UP.seconds, () => call);
  const warm = difference(await site.used(instance), first);
  const msEach = (warm.webMs + warm.primaryMs + warm.clientMs) / warmUp.requests;
  const perSecond = Math.min(MAX_PER_SECOND, (share * UTILISATION * os.availableParallelism() * 1000) / msEach);
  await sleep(SETTLE_MS);

  const rowsBefore = counting ? await rowsOf(site) : {};
  await checkpoint(site);
  const before = await site.used(instance);
  const arrived = await arrive(perSecond, SECONDS, () => call);
  await sleep(SETTLE_MS);
  const total = difference(await site.used(instance), before);
  const rowsAfter = counting ? await rowsOf(site) : {};
  const each = (amount: number, perSecondIdle = 0) =>
    rounded(Math.max(0, amount - (perSecondIdle * total.atMs) / 1000) / arrived.requests);
  const rows = Object.entries(rowsAfter)
    .map(([name, count]): [string, number] => [name, rounded((count - (rowsBefore[name] ?? 0)) / arrived.requests)])
    .filter(([, count]) => count >= 0.01);
  const cost = {
    webMs: each(total.webMs, idle.webMs),
    primaryMs: each(total.primaryMs, idle.primaryMs),
    redisMs: each(total.redisMs, idle.redisMs),
    redisCommands: each(total.redisCommands, idle.redisCommands),
    broadcasts: each(total.broadcasts),
    clientMs: each(total.clientMs),
    requestBytes: Math.round(arrived.requestBytes / arrived.requests),
    responseBytes: Math.round(arrived.responseBytes / arrived.requests),
    writeTransactions: each(total.writeTransactions, idle.writeTransactions),
    walBytes: Math.round(each(total.walBytes, idle.walBytes)),
    rows: Object.fromEntries(rows),
  };
  return { cost, total };
}

/** Writes a checkpoint: after it, the first change of each page logs the whole page, so WAL is at its maximum. */
export async function checkpoint({ database }: Site): Promise<void> {
  await database.query("CHECKPOINT");
}

export function rounded(value: number, digits = 3): number {
  return Number(value.toFixed(digits));
}
