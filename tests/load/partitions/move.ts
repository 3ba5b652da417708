import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createContext } from "@/lib/domain/kernel/context";
import { listEvents } from "@/lib/domain/consequences/events/queries";
import { makePartitions } from "@/lib/domain/deployment/partitions/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { listDeliveries } from "@/lib/domain/consequences/webhooks/queries";
import { database } from "@/lib/infra/database/db";
import { migrate } from "@/scripts/tools/migrate";
import { freePort } from "@/scripts/tools/ports";
import { serverVariables } from "@/tests/support/test-server";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { table } from "../bench/table";
import { recordEncryptionKey } from "../encryption-key";
import { compareActs } from "../fleet/audit";
import { Answers } from "../fleet/client";
import { Crowd, newMembers } from "../fleet/crowd";
import { Instance } from "../fleet/instance";
import { startReceiver } from "../fleet/receiver";
import { withPreviousRelease } from "../previous-release";

/** Through the server. */
const PEOPLE = 30;
/** Besides the server, without pauses. */
const WRITERS = 4;
const READERS = 4;
const SETTLED_MS = 10_000;
/** When the first start is killed, while it reads the tables. */
const KILLED_AFTER_MS = 300;
const MOST_WAITED_MS = 200;

interface Sample {
  at: number;
  ms: number;
}

/**
 * Migrates a filled database to partitions while a server of the previous release runs: people act through its API, and
 * writers and readers use the database without pauses. The first start is killed midway.
 * @returns the problems
 */
export async function rehearseMove(url: string): Promise<string[]> {
  const problems: string[] = [];
  const variables = { ...(await serverVariables(url)), WEB_CONCURRENCY: "1", LOG_LEVEL: "warn" };
  Object.assign(process.env, variables);
  await recordEncryptionKey(url, variables.NEXTAUTH_SECRET);
  await withPreviousRelease(async ({ version, folder }) => {
    const port = await freePort();
    const server = new Instance(version, port, { ...variables, NEXTAUTH_URL: `http://127.0.0.1:${port}` }, folder);
    const receiver = await startReceiver();
    const ending = new AbortController();
    try {
      await server.restart();
      const answers = new Answers();
      const crowd = await Crowd.gather(await newMembers(PEOPLE), { url: server.url }, receiver.url, answers);
      const rowsBefore = await countRows();
      const writers = await startWriters(receiver.url, ending.signal);
      const readers = startReaders(ending.signal);
      const acting = crowd.act(() => ending.signal.aborted);
      await sleep(SETTLED_MS);
      const waits = await watchLocks(url);
      const began = performance.now();
      await killedStart(url);
      await migrate(url);
      const ended = performance.now();
      await makePartitions(createContext({ actor: null, channel: "session" }));
      await sleep(SETTLED_MS);
      const longest = await waits.stop();
      ending.abort();
      await acting;
      const samples = { "an act": await writers.samples(), "a page of events or deliveries": await readers };
      await printMigrations(url);
      table(
        ["milliseconds", "median before", "99 % before", "longest before", "median meanwhile", "99 %", "longest"],
        Object.entries(samples).map(([name, all]) => [
          name,
          ...shareOf(all.filter(({ at }) => at < began)),
          ...shareOf(all.filter(({ at, ms }) => at + ms >= began && at < ended)),
        ]),
      );
      console.log(`  the longest wait for a table was ${Math.round(longest)} ms`);
      if (longest > MOST_WAITED_MS) problems.push(`Somebody waited ${Math.round(longest)} ms for a table.`);
      const published = (await countRows()) - rowsBefore;
      console.log(
        `  ${published.toLocaleString("en")} events meanwhile, ${writers.published().toLocaleString("en")} by writers`,
      );
      const comparisons = await compareActs(crowd.people);
      problems.push(
        ...crowd.failures,
        ...answers.bare,
        ...writers.failures,
        ...comparisons.flatMap((comparison) => comparison.problems),
        ...(await positionProblems()),
      );
    } finally {
      ending.abort();
      receiver.stop();
      await server.stop();
    }
  });
  return problems;
}

/** Breaks its connections midway, like kill -9. */
async function killedStart(url: string): Promise<void> {
  const killing = new AbortController();
  setTimeout(() => killing.abort(), KILLED_AFTER_MS);
  const applied = await migrate(url, killing.signal).catch(() => undefined);
  if (applied) throw new Error("The first start ended before it could be killed.");
}

const countRows = () => database().prisma.event.count();

/** Accounts that post as fast as they can, each with an endpoint. */
async function startWriters(receiverUrl: string, signal: AbortSignal) {
  const accounts = await Promise.all(Array.from({ length: WRITERS }, () => newAccount("pro")));
  for (const account of accounts) await createEndpoint(account.ctx(), { url: receiverUrl, events: ["*"] });
  const failures: string[] = [];
  const running = accounts.map((account) => repeat(signal, failures, () => post(account)));
  return {
    failures,
    published: () => posted,
    samples: async () => (await Promise.all(running)).flat(),
  };
}

let posted = 0;
async function post(account: Account): Promise<void> {
  await createPost(account.ctx(), { content: "An event", audience: "PUBLIC" });
  posted += 1;
}

async function startReaders(signal: AbortSignal): Promise<Sample[]> {
  const users = await database().prisma.user.findMany({
    where: { handle: { in: Array.from({ length: READERS }, (_, n) => `user_${n + 1}`) } },
    include: { endpoints: true },
  });
  const running = users.map(({ endpoints, ...user }) => {
    const ctx = () => createContext({ actor: user, channel: "api" });
    return repeat(signal, [], async () => {
      await listEvents(ctx(), { limit: 20 });
      await listDeliveries(ctx(), { id: endpoints[0]!.id, limit: 20 });
    });
  });
  return (await Promise.all(running)).flat();
}

async function repeat(signal: AbortSignal, failures: string[], act: () => Promise<void>): Promise<Sample[]> {
  const samples: Sample[] = [];
  while (!signal.aborted) {
    const at = performance.now();
    await act().catch((error: Error) => failures.push(error.message));
    samples.push({ at, ms: performance.now() - at });
    await sleep(5);
  }
  return samples;
}

/** The longest wait for a table lock of anybody except the migration. */
async function watchLocks(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let longest = 0;
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const { rows } = await client.query<{ ms: number | null }>(`
        SELECT max(extract(epoch FROM clock_timestamp() - waitstart) * 1000)::float8 AS ms
          FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE NOT granted AND locktype = 'relation' AND query NOT LIKE '%legacy%'
           AND backend_type = 'client backend'`);
      longest = Math.max(longest, rows[0]?.ms ?? 0);
      await sleep(2);
    }
  })();
  return {
    async stop(): Promise<number> {
      ending.abort();
      await watching;
      await client.end();
      return longest;
    },
  };
}

async function printMigrations(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string; seconds: number }>(`
    SELECT migration_name AS name, extract(epoch FROM finished_at - started_at)::float8 AS seconds
      FROM _prisma_migrations WHERE migration_name >= '20261126125' ORDER BY 1`);
  await client.end();
  table(
    ["migration", "seconds"],
    rows.map(({ name, seconds }) => [name, seconds.toFixed(2)]),
  );
}

function shareOf(samples: Sample[]): string[] {
  const sorted = samples.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return [0.5, 0.99, 1].map((share) => (sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(1));
}

/** Checks the events of accounts that acted meanwhile: numbered without gaps, across both partitions. */
async function positionProblems(): Promise<string[]> {
  const rows = await database().prisma.$queryRaw<{ userId: string }[]>`
    SELECT e."userId" FROM "Event" e JOIN "User" u ON u.id = e."userId" WHERE u.handle LIKE 't\\_%'
     GROUP BY e."userId", u."eventPosition"
    HAVING count(*) <> max(position) OR count(DISTINCT position) <> count(*) OR max(position) <> u."eventPosition"`;
  return rows.map(({ userId }) => `The events of ${userId} have gaps.`);
}
