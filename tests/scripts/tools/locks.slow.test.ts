// Slow: it starts and kills processes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { withLock } from "@/scripts/tools/locks";
import { migrate } from "@/scripts/tools/migrate";
import { PROJECT } from "@/lib/infra/process/project";
import { eventually } from "@/tests/support/eventually";
import { pgbouncer, startPgbouncer } from "@/tests/support/pgbouncer";

let server: EmbeddedPostgres;
beforeAll(async () => {
  server = await startEmbeddedPostgres("test-postgres", { durable: false });
});
afterAll(() => server.leave());

type Work = (url: string, direct: string) => Promise<void>;
const directly = (work: Work) => server.temporaryDatabase((url) => work(url, url));
const throughPooler = (work: Work) =>
  server.temporaryDatabase(async (url) => {
    const pooler = await startPgbouncer(url);
    await work(pooler.url, url).finally(pooler.stop);
  });

/** The advisory locks that anybody holds on a database, whose holders may be gone. */
async function advisoryLocks(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client
    .query(
      `SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    .finally(() => client.end());
  return rowCount ?? 0;
}

const WAYS: [how: string, reach: (work: Work) => Promise<void>][] = [["directly", directly]];
if (pgbouncer) WAYS.push(["through a transaction pooler", throughPooler]);

describe.each(WAYS)("locks on a database reached %s", { timeout: 120_000 }, (_how, reach) => {
  test("have one holder at a time, and leave nothing behind", () =>
    reach(async (url, direct) => {
      let working = 0;
      let most = 0;
      const work = async () => {
        most = Math.max(most, (working += 1));
        await new Promise((resolve) => setTimeout(resolve, 30));
        working -= 1;
      };
      await Promise.all(Array.from({ length: 6 }, () => withLock({ url, name: "build" }, work)));
      expect(most).toBe(1);
      await expect(withLock({ url, name: "build" }, () => Promise.reject(new Error("broken")))).rejects.toThrow(
        "broken",
      );
      await eventually(async () => expect(await advisoryLocks(direct)).toBe(0));
    }));

  test("are free again when their holder is killed", () =>
    reach(async (url, direct) => {
      const holder = spawn(
        process.execPath,
        [
          "--import",
          "tsx",
          "--input-type=module",
          "-e",
          `
        import { withLock } from ${JSON.stringify(path.join(PROJECT, "scripts/tools/locks.ts"))};
        await withLock({ url: ${JSON.stringify(url)}, name: "build" }, async () => { console.log("held"); await new Promise((resolve) => setTimeout(resolve, 60_000)); });`,
        ],
        { cwd: PROJECT, stdio: ["ignore", "pipe", "inherit"] },
      );
      await once(holder.stdout, "data");
      holder.kill("SIGKILL");
      await withLock({ url, name: "build" }, async () => {});
      await eventually(async () => expect(await advisoryLocks(direct)).toBe(0));
    }));

  test("are waited for with a message, until an interrupt", () =>
    reach(async (url) => {
      const said = vi.spyOn(console, "log").mockReturnValue();
      const ending = new AbortController();
      await withLock({ url, name: "build" }, async () => {
        const waiting = withLock({ url, name: "build", signal: ending.signal }, async () => {});
        await eventually(() =>
          expect(said).toHaveBeenCalledWith(expect.stringContaining("another start of this folder (build)")),
        );
        ending.abort();
        await expect(waiting).rejects.toThrow("aborted");
      });
      said.mockRestore();
    }));

  test("let migrations be applied once, by the first process", () =>
    reach(async (url, direct) => {
      const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
      expect(new Set(applied.flat()).size).toBe(applied.flat().length);
      expect(await migrate(url)).toEqual([]);
      await eventually(async () => expect(await advisoryLocks(direct)).toBe(0));
    }));
});

test("migrations wait for a session lock such as Prisma's, and can be interrupted", { timeout: 60_000 }, () =>
  directly(async (url) => {
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("SELECT pg_advisory_lock(72707369)");
    const ending = new AbortController();
    const migrating = migrate(url, ending.signal);
    setTimeout(() => ending.abort(), 500);
    await expect(migrating).rejects.toThrow();
    await other.end();
    expect((await migrate(url)).length).toBeGreaterThan(0);
  }),
);
