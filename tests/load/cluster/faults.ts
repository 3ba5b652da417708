import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Cluster } from "./cluster";
import type { Machine } from "./machine";

/** How long a part stays down after the failover. */
const AWAY_MS = 3000;
/** How long a machine has to accept a write after it was presumed dead and returns. */
const RETURN_MS = 10_000;
/** How long a part without a replacement stays down. */
const WITHOUT_MS = 20_000;
/** How long until an operator reacts. */
const NOTICED_MS = 10_000;

export interface Fault {
  name: string;
  /** The longest permitted time without an acknowledged write, in seconds; 0: no write may fail. */
  goal?: number;
  /** Whether it requires a disk that can be filled. */
  needsDisk?: true;
  /** Causes and repairs the fault, and returns the problems. The cluster is healthy before and after. */
  play(cluster: Cluster): Promise<string[]>;
}

/** The faults, in the order in which they are played. */
export const FAULTS: Fault[] = [
  {
    name: "kill -9 of the primary's PostgreSQL",
    goal: 4,
    async play(cluster) {
      const primary = await cluster.primary();
      primary.signal("SIGKILL", "postgres");
      await cluster.failedOver(primary);
      return [];
    },
  },
  {
    name: "kill -9 of the primary's machine",
    goal: 12,
    async play(cluster) {
      const primary = await cluster.primary();
      primary.signal("SIGKILL", "patroni", "postgres", "etcd");
      await cluster.failedOver(primary);
      await sleep(AWAY_MS);
      primary.startMissing();
      return [];
    },
  },
  { name: "the primary's machine freezes, and comes back", play: freezePrimary },
  {
    name: "switchover",
    goal: 2,
    async play(cluster) {
      const primary = await cluster.primary();
      await cluster.switchOver();
      await cluster.failedOver(primary);
      return [];
    },
  },
  {
    name: "kill -9 of one etcd of three, the leader",
    goal: 0,
    async play(cluster) {
      const leader = await cluster.etcdLeader();
      leader.signal("SIGKILL", "etcd");
      await sleep(WITHOUT_MS);
      leader.startMissing();
      return [];
    },
  },
  {
    name: "kill -9 of the synchronous standby's machine",
    async play(cluster) {
      const standby = await cluster.synchronousStandby();
      standby.signal("SIGKILL", "patroni", "postgres", "etcd");
      await sleep(WITHOUT_MS);
      standby.startMissing();
      return [];
    },
  },
  {
    name: "the disk of the primary's machine is full, and after 10 s somebody moves the primary",
    needsDisk: true,
    async play(cluster) {
      const primary = await cluster.primary();
      primary.fillDisk();
      await sleep(NOTICED_MS);
      await cluster.switchOver();
      await cluster.failedOver(primary);
      await sleep(AWAY_MS);
      primary.freeDisk();
      primary.startMissing();
      return [];
    },
  },
];

/** A machine that returns after another was promoted must not accept writes, not even direct ones. */
async function freezePrimary(cluster: Cluster): Promise<string[]> {
  const former = await cluster.primary();
  const admin = await connect(cluster.adminUrl());
  await admin.query("CREATE TABLE IF NOT EXISTS direct_write (id int PRIMARY KEY)");
  await admin.end();
  const before = await connect(cluster.adminUrl(former));
  former.signal("SIGSTOP", "patroni", "postgres", "etcd");
  await cluster.failedOver(former);
  await sleep(AWAY_MS);
  // Sent before, so that PostgreSQL has it in its socket before its Patroni notices the failover.
  const first = insert(before, 1);
  former.signal("SIGCONT", "patroni", "postgres", "etcd");
  const accepted = (await first) + (await writeDirectly(cluster, former));
  await before.end().catch(() => undefined);
  return accepted === 0 ? [] : [`${former.name} was frozen, came back, and accepted ${accepted} writes`];
}

/** Writes to one machine directly, past the proxy, while it could still be mistaken for the primary. */
async function writeDirectly(cluster: Cluster, machine: Machine): Promise<number> {
  let accepted = 0;
  for (const [deadline, ids] = [Date.now() + RETURN_MS, numbers(2)]; Date.now() < deadline; await sleep(50)) {
    const client = await connect(cluster.adminUrl(machine)).catch(() => undefined);
    if (client) accepted += await insert(client, ids.next().value);
    await client?.end().catch(() => undefined);
  }
  return accepted;
}

async function insert(client: pg.Client, id: number): Promise<number> {
  const inserted = client.query("INSERT INTO direct_write VALUES ($1)", [id]);
  return inserted.then(
    () => 1,
    () => 0,
  );
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000, query_timeout: RETURN_MS });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

function* numbers(first: number): Generator<number, never> {
  for (let n = first; ; n += 1) yield n;
}
