import { randomBytes } from "node:crypto";
import pg from "pg";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { migrate } from "./migrate";
import { isRunning } from "./processes";

/** The embedded server of the tests, separate from the development one, and a migrated database to copy. */
export interface TestDatabases {
  /** The URL of the database that creates and drops others. */
  admin: string;
  template: string;
  leave(): Promise<void>;
}

const NAME = /^test_(\d+)_/;

/** Opens the databases of one test run. Several runs can go at once; databases of killed runs are dropped. */
export async function openTestDatabases(): Promise<TestDatabases> {
  const server = await startEmbeddedPostgres("test-postgres", { durable: false });
  const admin = await server.database("postgres");
  const template = `test_${process.pid}_${randomBytes(4).toString("hex")}`;
  await dropDatabases(admin, (pid) => !isRunning(pid));
  await migrate(await server.database(template));
  return {
    admin,
    template,
    async leave() {
      await dropDatabases(admin, (pid) => pid === process.pid);
      await server.leave();
    },
  };
}

/** Creates an empty database with the product's tables. */
export async function copyTemplate({
  admin,
  template,
}: Pick<TestDatabases, "admin" | "template">): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${template}_${randomBytes(6).toString("hex")}`;
  await execute(admin, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => execute(admin, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) };
}

async function dropDatabases(admin: string, ofRun: (pid: number) => boolean): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>("SELECT datname FROM pg_database");
    for (const { datname } of rows) {
      const pid = NAME.exec(datname)?.[1];
      if (pid && ofRun(Number(pid))) await client.query(`DROP DATABASE IF EXISTS "${datname}" WITH (FORCE)`);
    }
  } finally {
    await client.end();
  }
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
