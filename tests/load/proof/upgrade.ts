import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { connect, withConnection } from "@/scripts/tools/connection";
import { migrate } from "@/scripts/tools/migrate";
import { freePort } from "@/scripts/tools/ports";
import { readAll } from "@/tests/scripts/tools/acts-beside";
import { Balancer } from "../fleet/balancer";
import { Answers } from "../fleet/client";
import { Crowd, newMembers } from "../fleet/crowd";
import { Instance } from "../fleet/instance";
import { judgeActs, failOnProblems } from "../fleet/outcome";
import { startReceiver } from "../fleet/receiver";
import { type Release, withPreviousRelease } from "../previous-release";
import { rehearse, type Variables } from "../rehearsal";

const PEOPLE = 40;
const ACTS = 600;
/** Until the proxy has seen that both instances are healthy. */
const SEEN_MS = 3000;
/** How long somebody reads all tables while the new release migrates them. */
const READER_MS = 15_000;
/** How long anybody may wait for a table meanwhile. */
const LONGEST_WAIT_MS = 1000;
const LOOK_EVERY_MS = 50;
/** The tables of the rows that a new member has. */
const MEMBERS_TABLES = ["User", "ApiKey", "ApiSecret", "Session", "Profile", "LedgerEntry"];

/**
 * Upgrades a serving installation: the previous release, from this repository's history, runs on its own schema while
 * the current one starts and migrates it, beside people who act and a long transaction. Then requests go to both in
 * turn, and at last only to the old one, as after a rollback. Nothing is lost, duplicated or answered 500, and nobody
 * waits a second for a migration.
 */
export async function prove(): Promise<void> {
  await withPreviousRelease((release) => rehearse((variables) => upgrade(variables, release)));
}

async function upgrade(variables: Variables, { version, folder, migrations }: Release): Promise<void> {
  const members = await newMembers(PEOPLE);
  await downgrade(variables.DATABASE_URL, migrations);
  const [before, today] = await Promise.all([freePort(), freePort()]);
  const balancer = new Balancer([before, today].map((port) => `http://127.0.0.1:${port}`));
  const url = await balancer.listen();
  const environment = {
    ...variables,
    NEXTAUTH_URL: url,
    TRUSTED_PROXIES: "1",
    LOG_LEVEL: "warn",
    WEB_CONCURRENCY: "1",
  };
  Object.assign(process.env, environment);
  const old = new Instance(version, before, environment, folder);
  const current = new Instance("today's", today, environment);
  const receiver = await startReceiver();
  try {
    await old.restart();
    await sleep(SEEN_MS);
    const answers = new Answers();
    const crowd = await Crowd.gather(members, { url }, receiver.url, answers);
    const migrating = startBesideReader(current, variables.DATABASE_URL);
    await crowd.act(() => migrating.isOver && crowd.acts >= ACTS);
    const problems = await migrating.problems;
    await current.stop();
    const acts = crowd.acts;
    await crowd.act(() => crowd.acts >= acts + ACTS);
    failOnProblems([...problems, ...(await judgeActs(crowd, answers, receiver))]);
  } finally {
    receiver.stop();
    balancer.close();
    await Promise.all([old.stop(), current.stop()]);
  }
}

/** Gives the database the previous release's schema, and the same members. */
async function downgrade(url: string, migrations: string[]): Promise<void> {
  await withConnection(url, async (client) => {
    const members: [table: string, rows: string][] = [];
    for (const table of MEMBERS_TABLES) {
      const { rows } = await client.query<{ rows: string }>(`SELECT json_agg(r)::text AS rows FROM "${table}" r`);
      members.push([table, rows[0]?.rows ?? "[]"]);
    }
    await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    await migrate(url, undefined, migrations);
    for (const [table, rows] of members)
      await client.query(
        `INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1) ON CONFLICT DO NOTHING`,
        [rows],
      );
    // Other connections know statements on the tables of before.
    await client.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  });
}

/** Starts an instance, which migrates the database, while a transaction stays open that has read all its tables. */
function startBesideReader(instance: Instance, url: string) {
  const migrating = { isOver: false, problems: run() };
  async function run(): Promise<string[]> {
    const reader = await readAll(url);
    const released = sleep(READER_MS).then(() => reader.release());
    const watching = await connect(url);
    const starting = Promise.all([instance.restart(), released]).finally(() => (migrating.isOver = true));
    let longestMs = 0;
    while (!migrating.isOver) {
      longestMs = Math.max(longestMs, await longestWait(watching));
      await sleep(LOOK_EVERY_MS);
    }
    await watching.end();
    await starting;
    console.log(`  the longest wait for a table while it was migrated: ${Math.round(longestMs)} ms`);
    return longestMs > LONGEST_WAIT_MS ? [`somebody waited ${Math.round(longestMs)} ms for a table`] : [];
  }
  return migrating;
}

/** How long anybody has been waiting for a table, in milliseconds. */
async function longestWait(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM max(clock_timestamp() - waitstart)) * 1000)::float8 AS ms
       FROM pg_locks WHERE NOT granted AND locktype = 'relation'`,
  );
  return rows[0]?.ms ?? 0;
}
