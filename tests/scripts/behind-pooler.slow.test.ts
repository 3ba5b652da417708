// Slow: it starts every command of docs/commands.md beside a PostgreSQL and a PgBouncer of its own.
import path from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDemo } from "@/scripts/tools/demo";
import { startOwnPostgres } from "@/tests/support/own-postgres";
import { pgbouncer, startPgbouncer } from "@/tests/support/pgbouncer";
import { temporaryFolder } from "@/tests/support/temporary-folder";

/** The commands of package.json that ask the database, with a sign of what they do. */
const COMMANDS: [command: string, script: string, args: string[], says: RegExp][] = [
  ["user", "user.ts", ["ada", "--role", "ADMIN"], /@ada, .*: ADMIN/],
  ["check", "check.ts", [], /every image has its file/],
  ["check:ledger", "check-ledger.ts", [], /every coin is accounted for/],
  ["audit-log", "audit-log.ts", [], /^\{.*"action"/m],
  ["mail", "mail.ts", [], /letter|mail|sent/i],
  ["backup", "backup.ts", [], /rows/],
];

describe.runIf(pgbouncer).each([["with a direct address"], ["without a direct address"]])(
  "behind PgBouncer with its defaults, %s",
  (which) => {
    let folder: string;
    let removeFolder: () => void;
    let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
    let pooler: Awaited<ReturnType<typeof startPgbouncer>>;
    let variables: NodeJS.ProcessEnv;
    const run = (script: string, args: string[]) =>
      execa(process.execPath, ["--import", "tsx", path.resolve("scripts", script), ...args], {
        env: variables,
        extendEnv: false,
        all: true,
        reject: false,
      });

    beforeAll(async () => {
      // Not sooner: where these tests are skipped, nothing removes it.
      folder = temporaryFolder((remove) => (removeFolder = remove));
      postgres = await startOwnPostgres();
      pooler = await startPgbouncer(postgres.url);
      const { DATABASE_STATEMENT_TIMEOUT: _, ...environment } = process.env;
      variables = {
        ...environment,
        DATABASE_URL: pooler.url,
        ...(which === "with a direct address" && { DIRECT_DATABASE_URL: postgres.url }),
        PREPARED_STATEMENTS: "0",
        MEDIA_DIR: path.join(folder, which),
        DEMO_PASSWORD: "a long pass phrase",
        NODE_ENV: "production",
      };
      await seedDemo(variables);
    });
    afterAll(async () => {
      removeFolder();
      await pooler.stop();
      await postgres.remove();
    });

    test.each(COMMANDS)("npm run %s works", { timeout: 240_000 }, async (command, script, args, says) => {
      const own = command === "backup" ? [path.join(folder, `${which}-backup`)] : args;
      const { all, exitCode } = await run(script, own);
      expect(all).toMatch(says);
      expect(exitCode, all).toBe(0);
    });
  },
);
