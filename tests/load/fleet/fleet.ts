import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { freePort } from "@/scripts/tools/ports";
import { dataDirectory } from "@/scripts/tools/state-directory";
import { ownEnvironment, testBuild } from "@/tests/support/test-server";
import { startOwnPostgres } from "@/tests/support/own-postgres";
import { startPgbouncer } from "@/tests/support/pgbouncer";
import { startRedisSentinel } from "@/tests/support/redis-sentinel";
import { startS3rver } from "@/tests/support/s3rver";
import { Balancer } from "./balancer";
import { Instance } from "./instance";
import type { Part } from "./part";

const INSTANCES = 3;
/** Settings that a pooler rejects from connections, set on the role instead. */
const ROLE_SETTINGS = { statement_timeout: "8s", idle_in_transaction_session_timeout: "10s" };

/** The product as run on several machines, each part as a separate process. */
export interface Fleet {
  /** The address for clients. */
  url: string;
  databaseUrl: string;
  redisUrl: string;
  /** The environment that all instances share. */
  variables: Record<string, string>;
  instances: Instance[];
  /** The parts that may be killed. */
  parts: Part[];
  stop(): Promise<void>;
}

/** Starts PostgreSQL behind PgBouncer, Redis behind sentinels, an S3 server and three instances behind a proxy. */
export async function startFleet(): Promise<Fleet> {
  const cleanUps: (() => unknown)[] = [];
  const stop = async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  };
  try {
    const folder = path.join(dataDirectory(), `test-fleet-${process.pid}`);
    fs.mkdirSync(folder);
    cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true }));
    const postgres = await startOwnPostgres({ durable: true });
    cleanUps.push(postgres.remove);
    await setRole(postgres.url);
    const pgbouncer = await startPgbouncer(postgres.url);
    cleanUps.push(pgbouncer.stop);
    const redis = await startRedisSentinel();
    cleanUps.push(redis.stop);
    const s3 = await startS3rver(path.join(folder, "objects"));
    cleanUps.push(s3.kill);

    const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
    const balancer = new Balancer(ports.map((port) => `http://127.0.0.1:${port}`));
    const url = await balancer.listen();
    cleanUps.push(() => balancer.close());
    const variables = {
      DATABASE_URL: pgbouncer.url,
      DIRECT_DATABASE_URL: postgres.url,
      PREPARED_STATEMENTS: "0",
      REDIS_URL: redis.url,
      ...s3.variables,
      NEXTAUTH_URL: url,
      NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
      ENCRYPTION_KEY: randomBytes(32).toString("hex"),
      TRUSTED_PROXIES: "1",
      WEBHOOK_ALLOW_PRIVATE_TARGETS: "1",
      LOG_LEVEL: "warn",
      ...testBuild(),
    };
    const environment = { ...ownEnvironment(), ...variables };
    const instances = ports.map((port, n) => new Instance(`app ${n + 1}`, port, environment));
    cleanUps.push(() => Promise.all(instances.map((instance) => instance.stop())));
    await Promise.all(instances.map((instance) => instance.restart()));
    const parts: Part[] = [
      ...instances,
      { name: "Redis' master", kill: () => redis.replaceMaster("SIGKILL"), restart: redis.restore },
      { name: "PgBouncer", ...pgbouncer },
      { name: "PostgreSQL", kill: async () => postgres.kill(), restart: postgres.restart },
      { name: "S3 server", ...s3 },
    ];
    return { url, databaseUrl: postgres.url, redisUrl: redis.url, variables, instances, parts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function setRole(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [name, value] of Object.entries(ROLE_SETTINGS))
    await client.query(`ALTER ROLE ${client.escapeIdentifier(new URL(url).username)} SET ${name} = '${value}'`);
  await client.end();
}
