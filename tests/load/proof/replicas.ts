import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { UserError } from "@/scripts/tools/terminal";
import { startTestServer, type TestServer } from "@/tests/support/test-server";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { type OwnPostgres, startOwnPostgres } from "@/tests/support/own-postgres";
import { startReplica } from "@/tests/support/replica";
import { table } from "../bench/table";
import { processorMs } from "../processor-time";
import { buildIfStale } from "../test-build";

const PEOPLE = 50;
const PAIRS = 10_000;
const PAUSE_MS = 30_000;
/** The timeout of proxies. */
const SLOW_MS = 30_000;

/** Rounds of measuring the primary's processor time, which Linux counts in steps of 10 ms. */
const ROUNDS = 6;
const READS_IN_TURN = 10;

/** Problems and counts. */
interface Tally {
  pairs: number;
  stale: number;
  backwards: number;
  errors: string[];
  slowestMs: number;
}

/**
 * Fifty people write and read their own writes, ten thousand times, through two instances with two replicas: while one
 * replica stops replaying for half a minute, while it is frozen, and after the other was killed. Nobody reads a list
 * without their own writes, or without rows that they have read before, and no request fails.
 */
export async function prove(): Promise<void> {
  await buildIfStale();
  const primary = await startOwnPostgres({ durable: true });
  process.env.DATABASE_URL = primary.url;
  const replicas = [await startReplica(primary), await startReplica(primary)];
  const shared = {
    DATABASE_REPLICA_URL: replicas.map(({ url }) => url).join(" "),
    METRICS_TOKEN: randomBytes(24).toString("hex"),
  };
  const first = await startTestServer(primary.url, { ...shared, WEB_CONCURRENCY: "1" });
  // The second shares the secrets of the first.
  const { NEXTAUTH_SECRET } = first.variables;
  const second = await startTestServer(primary.url, { ...shared, NEXTAUTH_SECRET, WEB_CONCURRENCY: "1" });
  Object.assign(process.env, first.variables);
  try {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => newAccount("pro")));
    const tally: Tally = { pairs: 0, stale: 0, backwards: 0, errors: [], slowestMs: 0 };
    const ending = new AbortController();
    const crowd = people.map((person, nth) =>
      live(person, people[(nth + 1) % PEOPLE]!, [first, second], tally, ending),
    );
    await disturb(tally, [
      ["replay of a replica is paused for 30 s", () => replicas[0]!.pauseReplay(), PAUSE_MS],
      ["it goes on", () => replicas[0]!.resumeReplay(), 5000],
      ["it is frozen", async () => replicas[0]!.freeze(), 8000],
      ["it goes on", async () => replicas[0]!.thaw(), 5000],
      ["the other is killed", async () => replicas[1]!.kill(), 8000],
      ["it is started again", () => replicas[1]!.restart(), 5000],
    ]);
    while (tally.pairs < PAIRS) await sleep(200);
    ending.abort();
    await Promise.all(crowd);
    const shares = await Promise.all([first, second].map(sharesOf));
    report(tally, shares);
    const alone = await startTestServer(primary.url, { NEXTAUTH_SECRET, WEB_CONCURRENCY: "1" });
    await sleep(2000);
    const [withReplicas = 0, without = 1] = await primaryPerRead(primary, [first, alone], people).finally(alone.stop);
    const ratio = (withReplicas / without).toFixed(2);
    console.log(
      `  The primary takes ${withReplicas.toFixed(2)} ms for a feed, ${without.toFixed(2)} without: ${ratio}\n`,
    );
  } finally {
    for (const replica of replicas) replica.thaw();
    await Promise.all([first.stop(), second.stop()]);
    for (const replica of replicas) await replica.remove();
    await primary.remove();
  }
}

async function disturb(tally: Tally, steps: [what: string, step: () => Promise<void>, ms: number][]): Promise<void> {
  await sleep(5000);
  for (const [what, step, ms] of steps) {
    console.log(`  after ${tally.pairs} pairs: ${what}`);
    await step();
    await sleep(ms);
  }
}

/** Writes, reads it back through either instance, and reads a neighbour's writes, which must only grow. */
async function live(
  { key, handle }: Account,
  neighbour: Account,
  servers: readonly TestServer[],
  tally: Tally,
  { signal }: AbortController,
): Promise<void> {
  let newest = "";
  const ask = async (method: string, path: string, body?: object) => {
    const server = servers[Math.floor(Math.random() * servers.length)]!;
    const from = performance.now();
    try {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, ...(body && { "Content-Type": "application/json" }) },
        body: body && JSON.stringify(body),
        signal: AbortSignal.timeout(SLOW_MS),
      });
      const json = (await response.json()) as { id?: string; data?: { id: string }[] };
      if (response.status >= 400) tally.errors.push(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
      return { status: response.status, json };
    } catch (error) {
      tally.errors.push(`${method} ${path}: ${String(error)}`);
      return { status: 0, json: {} as { id?: string; data?: { id: string }[] } };
    } finally {
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - from);
    }
  };
  while (!signal.aborted) {
    const made = await ask("POST", "/posts", { content: "Who wrote it reads it", audience: "PUBLIC" });
    const own = await ask("GET", `/users/${handle}/posts?limit=5`);
    if (made.status === 201 && own.status === 200 && own.json.data?.[0]?.id !== made.json.id) tally.stale += 1;
    tally.pairs += 1;
    const theirs = await ask("GET", `/users/${neighbour.handle}/posts?limit=1`);
    const latest = theirs.json.data?.[0]?.id ?? newest;
    // Ids of one author sort by the order of writing.
    if (latest < newest) tally.backwards += 1;
    newest = latest;
  }
}

/** Which databases served the reads of an instance that a replica may serve. */
async function sharesOf({ url, variables }: TestServer): Promise<Record<string, number>> {
  const response = await fetch(`${url}/api/metrics`, {
    headers: { Authorization: `Bearer ${variables.METRICS_TOKEN}` },
  });
  const lines = (await response.text()).matchAll(/^pegboard_replica_reads_total\{answered="([^"]+)"\} (\d+)/gm);
  return Object.fromEntries(Array.from(lines, ([, answered = "", count]) => [answered, Number(count)]));
}

/** Processor time of the primary per read, with replicas and without, in turn. */
async function primaryPerRead(
  { pids }: Pick<OwnPostgres, "pids">,
  servers: readonly TestServer[],
  people: readonly Account[],
): Promise<number[]> {
  const spent = servers.map(() => 0);
  const used = () => pids().reduce((sum, pid) => sum + (processorMs(pid, { withEnded: true }) ?? 0), 0);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [nth, { url }] of servers.entries()) {
      const before = used();
      for (const { key } of people)
        for (let read = 0; read < READS_IN_TURN; read += 1)
          await fetch(`${url}/api/v1/feed`, { headers: { Authorization: `Bearer ${key}` } }).then((r) => r.text());
      spent[nth]! += used() - before;
    }
  return spent.map((ms) => ms / (ROUNDS * people.length * READS_IN_TURN));
}

function report({ pairs, stale, backwards, errors, slowestMs }: Tally, shares: Record<string, number>[]): void {
  const total = (answered: string) => String(shares.reduce((sum, share) => sum + (share[answered] ?? 0), 0));
  table(
    ["pairs", "stale", "backwards", "errors", "slowest, s", "by a replica", "by the primary: behind", "away"],
    [
      [
        ...[pairs, stale, backwards, errors.length].map(String),
        (slowestMs / 1000).toFixed(1),
        ...["replica", "primary, behind", "primary, away"].map(total),
      ],
    ],
  );
  if (stale + backwards + errors.length > 0)
    throw new UserError([`Reads were stale, or failed:`, ...errors.slice(0, 10)].join("\n  "));
}
