import fs from "node:fs";
import pg from "pg";
import type { Redis } from "ioredis";
import { openRedis } from "@/lib/infra/redis";
import { serverVariables } from "@/scripts/tools/test-server";
import { processesOf } from "@/tests/support/own-postgres";
import { startRedis } from "@/tests/support/redis";
import { type LoadDatabase, openLoadDatabase } from "../database";
import { recordEncryptionKey } from "../encryption-key";
import { Instance } from "../fleet/instance";
import { processorMs } from "../processor-time";
import { progressLine } from "../progress";
import { BENCH } from "../scale";
import { buildIfStale } from "../test-build";

/** The resources used so far. Times are processor time in milliseconds. */
export interface Used {
  atMs: number;
  webMs: number;
  primaryMs: number;
  redisMs: number;
  clientMs: number;
  redisCommands: number;
  broadcasts: number;
  walBytes: number;
  writeTransactions: number;
}

/** The production build with its own filled PostgreSQL and Redis, whose processor usage can be read. */
export interface Site {
  postgres: LoadDatabase;
  /** The environment that all instances share. */
  variables: Awaited<ReturnType<typeof serverVariables>>;
  database: pg.Client;
  redis: Redis;
  /** Starts an instance with one worker, optionally with different variables. */
  startInstance(changes?: Record<string, string>): Promise<Instance>;
  used(instance: Instance): Promise<Used>;
  stop(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  await buildIfStale();
  const postgres = await openLoadDatabase(BENCH, progressLine());
  const redisServer = await startRedis();
  const redis = openRedis(redisServer.url, {});
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const variables = await serverVariables(postgres.url, { REDIS_URL: redisServer.url, WEB_CONCURRENCY: "1" });
  await recordEncryptionKey(postgres.url, variables.NEXTAUTH_SECRET);
  const instances: Instance[] = [];
  const folders = [variables.STORAGE_DIR];
  return {
    postgres,
    variables,
    database,
    redis,
    async startInstance(changes = {}) {
      const given = await serverVariables(postgres.url, {
        REDIS_URL: redisServer.url,
        WEB_CONCURRENCY: "1",
        NEXTAUTH_SECRET: variables.NEXTAUTH_SECRET,
        ...changes,
      });
      const instance = new Instance("the instance", Number(given.PORT), given);
      await instance.restart();
      instances.push(instance);
      folders.push(given.STORAGE_DIR);
      return instance;
    },
    async used(instance) {
      const { rows } = await database.query<{ wal: string; xid: string }>(
        "SELECT pg_current_wal_insert_lsn() - '0/0' AS wal, pg_snapshot_xmax(pg_current_snapshot()) AS xid",
      );
      const [{ wal, xid } = { wal: "0", xid: "0" }] = rows;
      const info = fieldsOf(await redis.info("all"));
      const { user, system } = process.cpuUsage();
      return {
        atMs: performance.now(),
        webMs: sumMs(instance.pid ?? 0),
        primaryMs: postgres.pids().reduce((sum, pid) => sum + (processorMs(pid, { withEnded: true }) ?? 0), 0),
        redisMs: 1000 * (Number(info.get("used_cpu_user")) + Number(info.get("used_cpu_sys"))),
        clientMs: (user + system) / 1000,
        redisCommands: Number(info.get("total_commands_processed")),
        broadcasts: Number(/calls=(\d+)/.exec(info.get("cmdstat_publish") ?? "")?.[1] ?? 0),
        walBytes: Number(wal),
        writeTransactions: Number(xid),
      };
    },
    async stop() {
      for (const instance of instances) await instance.stop();
      redis.disconnect();
      await database.end();
      await redisServer.stop();
      await postgres.leave();
      for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Processor time of a process and its descendants. */
export function sumMs(pid: number): number {
  return processesOf(pid).reduce((sum, each) => sum + (processorMs(each, { withEnded: true }) ?? 0), 0);
}

function fieldsOf(info: string): Map<string, string> {
  return new Map(
    info.split("\r\n").map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1)];
    }),
  );
}

export function difference(after: Used, before: Used): Used {
  const keys = Object.keys(after) as (keyof Used)[];
  return Object.fromEntries(keys.map((key) => [key, after[key] - before[key]])) as unknown as Used;
}

/** The number of rows of every table. */
export async function rowsOf({ database }: Pick<Site, "database">): Promise<Record<string, number>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  const counts = tables.map(({ name }) => `SELECT '${name.replaceAll('"', "")}' AS name, count(*)::int FROM ${name}`);
  const { rows } = await database.query<{ name: string; count: number }>(counts.join(" UNION ALL "));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
