import path from "node:path";
import { execa } from "execa";
import type pg from "pg";
import type { Source } from "@/lib/infra/environment/env";
import { withConnection } from "./connection";
import { commandVariables } from "./installation";
import { PROJECT } from "@/lib/infra/process/project";
import { UserError } from "./terminal";

export const DEMO_HANDLE = "ada";

const STATEMENT_TIMEOUT_SECONDS = 300;

/**
 * Fills a database with demo data, once. This is recorded outside the product's tables, since demo people may rename or
 * delete themselves. The seed is one idempotent transaction, so a kill before the record is written does no harm.
 */
export function seedDemo(given: Source, signal?: AbortSignal): Promise<"done" | "was done"> {
  // The seed is one transaction, with pictures drawn between its statements.
  const variables = commandVariables(given, STATEMENT_TIMEOUT_SECONDS);
  return withConnection(variables.DATABASE_URL!, async (client) => {
    if (await wasSeeded(client)) return "was done";
    await runSeed(variables, signal);
    await recordSeed(client);
    return "done";
  });
}

export async function wasSeeded(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ recorded: boolean }>(
    "SELECT to_regclass('installation.demo') IS NOT NULL AS recorded",
  );
  return rows[0]?.recorded === true && (await client.query("SELECT FROM installation.demo")).rowCount !== 0;
}

/** Keeps the next start from filling the database with demo data. */
export async function recordSeed(client: pg.Client): Promise<void> {
  await client.query("CREATE SCHEMA IF NOT EXISTS installation");
  await client.query("CREATE TABLE IF NOT EXISTS installation.demo (seeded_at timestamptz NOT NULL DEFAULT now())");
  await client.query("INSERT INTO installation.demo DEFAULT VALUES");
}

async function runSeed(variables: Source, signal?: AbortSignal): Promise<void> {
  const { failed } = await execa(process.execPath, ["--import", "tsx", path.join(PROJECT, "prisma/seed.ts")], {
    cwd: PROJECT,
    cancelSignal: signal,
    extendEnv: false,
    env: variables,
    stdio: ["ignore", "inherit", "inherit"],
    reject: false,
  });
  if (failed) throw new UserError("The demo data could not be created: see above.");
}
