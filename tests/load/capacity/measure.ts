import http from "node:http";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/database/db";
import {
  type Cost,
  type Measurements,
  OPERATION_NAMES,
  type OperationName,
  OPERATIONS,
} from "@/scripts/tools/capacity/measurements";
import { processesOf } from "@/tests/support/own-postgres";
import { type Replica, startReplica } from "@/tests/support/replica";
import { median } from "../contest";
import type { Instance } from "../fleet/instance";
import { startReceiver } from "../fleet/receiver";
import { CONNECTIONS, hammer, type Outgoing } from "../hammer";
import { COLLECTS_GARBAGE, residentMb } from "../live/resident-memory";
import { processorMs } from "../processor-time";
import { openWire, type Traffic } from "../wire";
import { anyOf, type Call, callsOf } from "./calls";
import { type Baseline, costOf, IDLE_MS, idleOf, type Measured, rounded } from "./operation-cost";
import { openPopulation, type Population } from "./population";
import { untilAtRest, untilAway, warmUp } from "./prepare";
import { openSite, type Site, sumMs } from "./site";
import { streamCost, streamedEventCost } from "./stream-cost";
import { yardstick } from "./yardstick";

const ROUNDS = 1;
/** Calls of each operation, in sequence, to a server whose round trips are counted. */
const COUNTED_CALLS = 40;
const HOT_SECONDS = 5;
const BROADCASTS = 10_000;
const BROADCASTS_AT_ONCE = 10;
const BROADCAST_PAUSE_MS = 10;
/** With fewer rows, the pages of a table say little about the size of a row. */
const ENOUGH_ROWS = 200;

type Counted = Pick<Cost, "roundTrips" | "statements" | "connectionMs">;
type Replicated = Pick<Cost, "primaryMsBesideReplica" | "replicaMs">;

/** Measures the inputs of the capacity model, in about a quarter of an hour. */
export async function measure(): Promise<Measurements> {
  const site = await openSite();
  try {
    return await measureSite(site);
  } finally {
    await database().pool.end();
    await site.stop();
  }
}

async function measureSite(site: Site): Promise<Measurements> {
  Object.assign(process.env, site.variables);
  const instance = await site.startInstance(COLLECTS_GARBAGE);
  const neighbour = await site.startInstance();
  const population = await openPopulation(instance.url);
  const calls = await callsOf(instance.url, population);
  const all = Object.values(calls);
  await untilAtRest(site, population);
  // Measured before the warm-up: for minutes after it, garbage collection and vacuuming continue.
  const idle = await idleOf(site, instance);
  await warmUp(() => anyOf(all));
  const receivedBroadcastMs = await receivedBroadcastCost(site, neighbour);
  await neighbour.stop();
  const yardsticks: number[] = [];
  const rounds: Record<OperationName, { cost: Measured; speed: number }>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const entries = [];
    for (const name of OPERATION_NAMES) {
      const { cost } = await costOf(site, instance, calls[name], idle);
      const speed = yardstick();
      yardsticks.push(speed);
      entries.push([name, { cost, speed }]);
      console.log(
        `  ${OPERATIONS[name].what.padEnd(52)}web ${cost.webMs.toFixed(2)} ms, PostgreSQL ${cost.primaryMs.toFixed(2)} ms`,
      );
    }
    rounds.push(Object.fromEntries(entries) as (typeof rounds)[number]);
  }
  const usualSpeed = median(yardsticks);
  const alone = (name: OperationName) =>
    meanOf(rounds.map((round) => atSpeed(round[name].cost, usualSpeed / round[name].speed)));
  const processMb = await memoryOf(instance);
  const stream = await streamCost(site, instance, population, idle);
  const streamedEvent = await streamedEventCost(site, instance, population, calls.message, idle, alone("message"));
  await untilAway(population);
  const hotRow = await hotRows(instance, population);
  const delivery = await deliveryCost(site, instance, population, calls.post, idle, alone("post"));
  const rowBytes = await rowBytesOf(site);
  await instance.stop();

  const counted = await countedTraffic(site, population);
  const replicated = await replicatedCosts(site, population, idle);
  const operations = OPERATION_NAMES.map((name) => [name, { ...alone(name), ...counted[name], ...replicated[name] }]);
  const { rows } = await site.database.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  return {
    machine: {
      processors: os.availableParallelism(),
      model: os.cpus()[0]?.model ?? "unknown",
      node: process.versions.node,
      postgres: rows[0]?.version.split(" ", 1)[0] ?? "unknown",
      redis: /redis_version:(\S+)/.exec(await site.redis.info("server"))?.[1] ?? "unknown",
    },
    yardstickMs: rounded(usualSpeed),
    operations: Object.fromEntries(operations) as Record<OperationName, Cost>,
    delivery,
    idleInstance: upkeepOf(idle),
    stream,
    streamedEvent,
    receivedBroadcastMs,
    rowBytes,
    hotRow,
    processMb,
  };
}

/** Returns the part of a baseline that the model uses. */
export function upkeepOf({ webMs, primaryMs, redisMs }: Baseline): Measurements["idleInstance"] {
  return { webMs: rounded(webMs), primaryMs: rounded(primaryMs), redisMs: rounded(redisMs) };
}

/** Returns how fast a counter of processor time advances on an idle site, in milliseconds per second. */
async function msPerSecond(clock: () => number): Promise<number> {
  const [atMs, before] = [performance.now(), clock()];
  await sleep(IDLE_MS);
  return ((clock() - before) * 1000) / (performance.now() - atMs);
}

/** The cost of a notification about a topic without subscribers, in the processes of an instance with one worker. */
export async function receivedBroadcastCost({ redis }: Site, { pid = 0 }: Instance): Promise<number> {
  const clock = () => sumMs(pid);
  const idle = await msPerSecond(clock);
  const [channel] = (await redis.pubsub("CHANNELS", "*.live")) as [string];
  const message = JSON.stringify({ sender: "capacity", message: { topics: ["user:nobody"] } });
  const [atMs, before] = [performance.now(), clock()];
  for (let sent = 0; sent < BROADCASTS; sent += BROADCASTS_AT_ONCE) {
    await Promise.all(Array.from({ length: BROADCASTS_AT_ONCE }, () => redis.publish(channel, message)));
    await sleep(BROADCAST_PAUSE_MS);
  }
  const ms = clock() - before - (idle * (performance.now() - atMs)) / 1000;
  return rounded(Math.max(0, ms) / BROADCASTS, 4);
}

/** Counts round trips and the time for which connections are held, one call at a time behind a proxy. */
async function countedTraffic(site: Site, population: Population): Promise<Record<OperationName, Counted>> {
  const wire = await openWire(site.postgres.url);
  const instance = await site.startInstance({ DATABASE_URL: wire.url });
  const calls = await callsOf(instance.url, population);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const entries = [];
  for (const name of OPERATION_NAMES) {
    const each: Traffic[] = [];
    for (let call = 0; call < COUNTED_CALLS; call += 1) {
      const before = { ...wire.traffic };
      await calls[name](agent);
      const keys = Object.keys(before) as (keyof Traffic)[];
      const changes = keys.map((key) => [key, wire.traffic[key] - before[key]]);
      each.push(Object.fromEntries(changes) as Traffic);
    }
    // The median, because work done once a second affects only a few of the calls.
    const middle = (key: keyof Traffic) => median(each.map((traffic) => traffic[key]));
    const { roundTrips, statements } = { roundTrips: middle("roundTrips"), statements: middle("statements") };
    entries.push([name, { roundTrips, statements, connectionMs: rounded(middle("heldMs")) }]);
  }
  agent.destroy();
  await instance.stop();
  wire.close();
  return Object.fromEntries(entries) as Record<OperationName, Counted>;
}

/**
 * The remaining cost for the primary when a replica serves the reads that it may, and the replica's cost of each call.
 */
async function replicatedCosts(
  site: Site,
  population: Population,
  idle: Baseline,
): Promise<Record<OperationName, Replicated>> {
  const replica = await startReplica(site.postgres);
  const clock = () => replicaMs(replica);
  try {
    const instance = await site.startInstance({ DATABASE_REPLICA_URL: replica.url });
    const calls = await callsOf(instance.url, population);
    const replicaIdle = await msPerSecond(clock);
    const idlePrimary = { ...idle, primaryMs: (await idleOf(site, instance)).primaryMs };
    const entries = [];
    for (const name of OPERATION_NAMES) {
      let requests = 0;
      const call: Call = (agent) => {
        requests += 1;
        return calls[name](agent);
      };
      const [atMs, before] = [performance.now(), clock()];
      const { cost } = await costOf(site, instance, call, idlePrimary, { counting: false });
      const ms = clock() - before - (replicaIdle * (performance.now() - atMs)) / 1000;
      entries.push([name, { primaryMsBesideReplica: cost.primaryMs, replicaMs: rounded(Math.max(0, ms) / requests) }]);
    }
    await instance.stop();
    return Object.fromEntries(entries) as Record<OperationName, Replicated>;
  } finally {
    await replica.remove();
  }
}

function replicaMs({ pids }: Replica): number {
  return pids().reduce((sum, pid) => sum + (processorMs(pid, { withEnded: true }) ?? 0), 0);
}

/** The additional cost of a post whose author has an endpoint that subscribes to it. */
async function deliveryCost(
  site: Site,
  instance: Instance,
  { people }: Population,
  post: Call,
  idle: Baseline,
  untold: Measured,
): Promise<Cost> {
  const receiver = await startReceiver();
  for (const { key } of people)
    await fetch(`${instance.url}/api/v1/webhooks`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ url: receiver.url, events: ["post.created"] }),
    });
  const { cost } = await costOf(site, instance, post, idle);
  // Later measurements must cause no deliveries.
  await site.database.query(`DELETE FROM "WebhookEndpoint" WHERE url = $1`, [receiver.url]);
  receiver.stop();
  const { rows: _, ...numbers } = cost;
  const keys = Object.keys(numbers) as (keyof typeof numbers)[];
  const more = Object.fromEntries(keys.map((key) => [key, rounded(Math.max(0, cost[key] - untold[key]))]));
  const rows = Object.entries(cost.rows).map(([name, count]) => [name, rounded(count - (untold.rows[name] ?? 0))]);
  const primaryMs = more.primaryMs ?? 0;
  return {
    ...(more as typeof numbers),
    rows: Object.fromEntries(rows.filter(([, count]) => Number(count) >= 0.01)) as Record<string, number>,
    primaryMsBesideReplica: primaryMs,
    replicaMs: 0,
    // The worker claims and settles in batches.
    roundTrips: 0,
    statements: 0,
    connectionMs: 0,
  };
}

/** Measures how many acts a second can contend for one row. */
async function hotRows({ url }: Instance, { people, postIds, rooms }: Population): Promise<Measurements["hotRow"]> {
  const post = (cookie: string, path: string, body: object): Outgoing => ({
    method: "POST",
    url: url + path,
    headers: { Cookie: cookie },
    body: JSON.stringify(body),
  });
  const perSecond = async (next: (connection: number) => Outgoing) =>
    Math.round((await hammer(next, { seconds: HOT_SECONDS })).perSecond);
  const { code, members } = anyOf(rooms);
  // Every person likes each post once, so this uses as many posts as necessary, one after another.
  let likes = 0;
  const fans = people.slice(0, people.length - (people.length % CONNECTIONS));
  return {
    likesOfOnePost: await perSecond(() => {
      const fan = fans[likes % fans.length]!;
      const postId = postIds[Math.floor(likes / fans.length)]!;
      likes += 1;
      return post(fan.cookie, `/api/posts/${postId}/like`, {});
    }),
    messagesInOneRoom: await perSecond((connection) =>
      post(members[connection % members.length]!.cookie, `/api/rooms/${code}/messages`, { content: "Hello" }),
    ),
    betsOfOneAccount: await perSecond(() => post(people[0]!.cookie, "/api/coins/bet", { bin: 2, amount: 1 })),
  };
}

/** The memory of each kind of process of an instance with one worker, in megabytes. */
async function memoryOf({ pid: supervisor = 0 }: Instance): Promise<Measurements["processMb"]> {
  const others = processesOf(supervisor).filter((pid) => pid !== supervisor);
  const mb = await Promise.all(others.map(residentMb));
  // The third is esbuild's, if tsx has compiled something.
  const [page = 0, worker = 0] = mb.toSorted((a, b) => b - a);
  return { worker: Math.round(worker), page: Math.round(page), supervisor: Math.round(await residentMb(supervisor)) };
}

/** Bytes of tables, including indexes and TOAST, by their number of rows. */
async function rowBytesOf({ database: client }: Site): Promise<Record<string, number>> {
  await client.query("VACUUM (ANALYZE)");
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `SELECT name, (bytes / rows)::int AS bytes FROM (
       SELECT r.relname AS name, sum(pg_total_relation_size(c.oid))::float8 AS bytes, sum(c.reltuples) AS rows
         FROM pg_class r
         LEFT JOIN LATERAL pg_partition_tree(r.oid) part ON part.isleaf
         JOIN pg_class c ON c.oid = COALESCE(part.relid, r.oid)
        WHERE r.relnamespace = 'public'::regnamespace AND r.relkind IN ('r', 'p') AND NOT r.relispartition
        GROUP BY r.relname) of_table
      WHERE rows >= $1 ORDER BY name`,
    [ENOUGH_ROWS],
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Scales a cost to a processor that is so many times as slow. */
function atSpeed(cost: Measured, slowness: number): Measured {
  const { webMs, primaryMs, redisMs, clientMs } = cost;
  return {
    ...cost,
    webMs: webMs * slowness,
    primaryMs: primaryMs * slowness,
    redisMs: redisMs * slowness,
    clientMs: clientMs * slowness,
  };
}

/** The mean of each figure of some costs, and of the rows of each table. */
function meanOf(costs: Measured[]): Measured {
  const mean = (values: number[]) => rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
  const { rows: _, ...numbers } = costs[0]!;
  const keys = Object.keys(numbers) as (keyof typeof numbers)[];
  const tables = [...new Set(costs.flatMap(({ rows }) => Object.keys(rows)))];
  return {
    ...(Object.fromEntries(keys.map((key) => [key, mean(costs.map((cost) => cost[key]))])) as typeof numbers),
    rows: Object.fromEntries(tables.map((name) => [name, mean(costs.map(({ rows }) => rows[name] ?? 0))])),
  };
}
