import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { behaviour, callsPerPersonDay } from "@/scripts/tools/capacity/behaviour";
import {
  type Measurements,
  OPERATION_NAMES,
  type OperationName,
  recordedMeasurements,
} from "@/scripts/tools/capacity/measurements";
import { demandOf, FEW_ROWS_EACH, type Rates } from "@/scripts/tools/capacity/model";
import { UserError } from "@/scripts/tools/terminal";
import { database } from "@/lib/infra/database/db";
import { table } from "../bench/table";
import { arrive } from "../capacity/open-loop";
import { type Call, callsOf } from "../capacity/calls";
import { checkpoint, SETTLE_MS } from "../capacity/operation-cost";
import { openPopulation, type Population } from "../capacity/population";
import { untilAtRest, warmUp } from "../capacity/prepare";
import { difference, openSite, rowsOf, type Site } from "../capacity/site";
import { closeStreams, openStreams } from "../capacity/stream-cost";
import { yardstick } from "../capacity/yardstick";
import type { Instance } from "../fleet/instance";

/**
 * Shares of the capacity that the model predicts for this machine, including the load generator. CAPACITY_PERCENT=10,25
 * leaves more room.
 */
const SHARES = (process.env.CAPACITY_PERCENT ?? "30,70").split(",").map((percent) => Number(percent) / 100);
const SECONDS = 40;
const STREAMS = 300;
const TOLERANCE = 0.25;
const SAMPLE_MS = 100;

/**
 * The production build serves the mix of people's requests at two rates, and uses the resources that the capacity model
 * predicts from the cost of each operation by itself. The model was not fitted to these two points; a yardstick
 * compensates for the processor's current speed.
 */
export async function prove(): Promise<void> {
  const measured = recordedMeasurements();
  const site = await openSite();
  try {
    Object.assign(process.env, site.variables);
    const instance = await site.startInstance();
    const population = await openPopulation(instance.url);
    const calls = await callsOf(instance.url, population);
    const mix = mixOfPeople();
    const capacity = os.availableParallelism() / coresPerRequest(mix, measured);
    await untilAtRest(site, population);
    await warmUp(() => chosen(mix, calls));
    const misses: string[] = [];
    for (const share of SHARES)
      misses.push(...(await compare({ site, instance, population, calls, mix, measured }, capacity * share, share)));
    if (misses.length > 0)
      throw new UserError(`The model is off by more than ${TOLERANCE * 100} %:\n  ${misses.join("\n  ")}`);
  } finally {
    await database().pool.end();
    await site.stop();
  }
}

type Mix = Record<OperationName, number>;

/** The share of each operation in all requests. */
function mixOfPeople(): Mix {
  const calls = callsPerPersonDay(behaviour());
  const total = OPERATION_NAMES.reduce((sum, name) => sum + calls[name], 0);
  return Object.fromEntries(OPERATION_NAMES.map((name) => [name, calls[name] / total])) as Mix;
}

function chosen(mix: Mix, calls: Record<OperationName, Call>): Call {
  let rest = Math.random();
  return calls[OPERATION_NAMES.find((name) => (rest -= mix[name]) < 0) ?? "scroll"];
}

function ratesOf(mix: Mix, perSecond: number, streams: number): Rates {
  const calls = Object.fromEntries(OPERATION_NAMES.map((name) => [name, mix[name] * perSecond])) as Mix;
  return { calls, deliveries: 0, streamedEvents: 0, streams };
}

/** On one machine that does everything, including generating the load. */
function coresPerRequest(mix: Mix, measured: Measurements): number {
  const { webCores, primaryCores, redisCores } = demandOf(ratesOf(mix, 1, 0), measured);
  const client = OPERATION_NAMES.reduce((sum, name) => sum + mix[name] * measured.operations[name].clientMs, 0);
  return webCores + primaryCores + redisCores + client / 1000;
}

interface Trial {
  site: Site;
  instance: Instance;
  population: Population;
  calls: Record<OperationName, Call>;
  mix: Mix;
  measured: Measurements;
}

/** Plays the mix at a rate. Returns the figures outside the model's tolerance. */
async function compare(
  { site, instance, population, calls, mix, measured }: Trial,
  perSecond: number,
  share: number,
): Promise<string[]> {
  const listeners = Array.from({ length: STREAMS }, (_, n) => population.people[n % population.people.length]!);
  const streams = await openStreams(
    instance.url,
    listeners.map(({ cookie }) => ({ topic: "me", cookie })),
  );
  await checkpoint(site);
  const speeds = [yardstick()];
  const stored = await storedBytes(site, measured);
  const before = await site.used(instance);
  const connections = await sampleConnections(site);
  const arrived = await arrive(perSecond, SECONDS, () => chosen(mix, calls)).catch(async (error: unknown) => {
    await connections.stop();
    throw error;
  });
  const busy = await connections.stop();
  await sleep(SETTLE_MS);
  const used = difference(await site.used(instance), before);
  const grown = (await storedBytes(site, measured)) - stored;
  speeds.push(yardstick());
  await closeStreams(streams);
  const slowness = speeds.reduce((sum, ms) => sum + ms, 0) / speeds.length / measured.yardstickMs;
  const predicted = demandOf(ratesOf(mix, perSecond, STREAMS), measured);
  console.log(
    `  ${(share * 100).toFixed(0)} % of what ${os.availableParallelism()} cores carry: ${perSecond.toFixed(0)} requests a ` +
      `second, p50 ${arrived.p50.toFixed(0)} ms, p99 ${arrived.p99.toFixed(0)} ms, load ${os.loadavg()[0]!.toFixed(1)}, ` +
      `processor at ${(100 / slowness).toFixed(0)} % of its recorded speed`,
  );
  const seconds = SECONDS;
  const idle = used.atMs / 1000 / seconds;
  const { idleInstance } = measured;
  const perSecondUsed = (amount: number) => amount / seconds;
  const lines: Line[] = [
    {
      what: "web, cores",
      predicted: (predicted.webCores + (idle * idleInstance.webMs) / 1000) * slowness,
      measured: perSecondUsed(used.webMs) / 1000,
    },
    {
      what: "PostgreSQL, cores",
      predicted: (predicted.primaryCores + (idle * idleInstance.primaryMs) / 1000) * slowness,
      measured: perSecondUsed(used.primaryMs) / 1000,
    },
    {
      what: "Redis, cores",
      predicted: (predicted.redisCores + (idle * idleInstance.redisMs) / 1000) * slowness,
      measured: perSecondUsed(used.redisMs) / 1000,
    },
    {
      what: "Redis commands/s",
      predicted: predicted.redisCommands,
      measured: perSecondUsed(used.redisCommands),
    },
    {
      what: "writing transactions/s",
      predicted: predicted.writeTransactions,
      measured: perSecondUsed(used.writeTransactions),
    },
    { what: "WAL, kB/s", predicted: predicted.walMb * 1000, measured: perSecondUsed(used.walBytes) / 1000 },
    {
      what: "to clients, kB/s",
      predicted: predicted.responseMb * 1000,
      measured: perSecondUsed(arrived.responseBytes) / 1000,
    },
    {
      what: "rows and indexes, kB/s",
      predicted: bytesOf(predicted.rows, measured) / 1000,
      measured: perSecondUsed(grown) / 1000,
    },
    {
      what: "connections held, by the clock",
      predicted: predicted.busyConnections,
      measured: busy,
      isJudged: false,
    },
  ];
  return judged(lines, share);
}

interface Line {
  what: string;
  predicted: number;
  measured: number;
  /** False for figures that other work on the machine changes, which no yardstick of processor time shows. */
  isJudged?: boolean;
}

function judged(lines: Line[], share: number): string[] {
  const errorOf = ({ predicted, measured }: Line) => predicted / measured - 1;
  table(
    ["", "predicted", "measured", "error"],
    lines.map((line) => [
      line.what,
      line.predicted.toPrecision(3),
      line.measured.toPrecision(3),
      `${(errorOf(line) * 100).toFixed(0)} %`,
    ]),
  );
  return lines
    .filter((line) => line.isJudged !== false && !(Math.abs(errorOf(line)) <= TOLERANCE))
    .map((line) => `${line.what} at ${share * 100} %: ${(errorOf(line) * 100).toFixed(0)} %`);
}

function bytesOf(rows: Record<string, number>, { rowBytes }: Measurements): number {
  return Object.entries(rows)
    .filter(([name]) => !(name in FEW_ROWS_EACH))
    .reduce((sum, [name, count]) => sum + count * (rowBytes[name] ?? 0), 0);
}

/**
 * The predicted size of the tables that grow with each act, by the measured row sizes: real pages grow in steps, and
 * contain dead rows.
 */
async function storedBytes(site: Site, measured: Measurements): Promise<number> {
  return bytesOf(await rowsOf(site), measured);
}

/** Samples the connections in use: `stop` returns their mean. */
async function sampleConnections({ database: client }: Site): Promise<{ stop(): Promise<number> }> {
  const counts: number[] = [];
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ busy: number }>(
        `SELECT count(*)::int AS busy FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid()`,
      );
      counts.push(rows[0]?.busy ?? 0);
      await sleep(SAMPLE_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await sampling;
      return counts.reduce((sum, count) => sum + count, 0) / counts.length;
    },
  };
}
