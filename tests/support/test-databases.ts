import { randomBytes } from "node:crypto";
import { withConnection } from "@/scripts/tools/connection";
import { startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { migrate } from "@/scripts/tools/migrate";
import { isRunning } from "@/lib/infra/process/processes";

/** The embedded server of the tests, separate from the development one, and a migrated database to copy. */
export interface TestDatabases {
  /** The URL of the database that creates and drops others. */
  admin: string;
  template: string;
  leave(): Promise<void>;
}

const NAME = /^test_(\d+)_/;
const DROPPED_AT_ONCE = 8;

/** Opens the databases of one test run. Several runs can be concurrent; databases of killed runs are dropped. */
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

/** Drops databases a few at a time: each waits for a checkpoint, which concurrent ones share. */
async function dropDatabases(admin: string, ofRun: (pid: number) => boolean): Promise<void> {
  const names = await withConnection(admin, async (client) => {
    const { rows } = await client.query<{ datname: string }>("SELECT datname FROM pg_database");
    return rows.map(({ datname }) => datname).filter((name) => NAME.test(name) && ofRun(Number(NAME.exec(name)?.[1])));
  });
  const dropNext = async (): Promise<void> =>
    withConnection(admin, async (client) => {
      for (let name = names.pop(); name; name = names.pop())
        await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    });
  await Promise.all(Array.from({ length: Math.min(DROPPED_AT_ONCE, names.length) }, dropNext));
}
