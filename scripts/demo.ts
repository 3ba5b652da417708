import { spawn } from "node:child_process";
import path from "node:path";
import pg from "pg";
import type { Source } from "@/lib/infra/env";
import { PROJECT } from "./state-directory";
import { Trouble } from "./terminal";

/** Who the demo signs in as. */
export const DEMO_HANDLE = "ada";

const STATEMENT_TIMEOUT_SECONDS = 300;

/**
 * Fills a database with demo people and posts, once. That it was done is noted apart from the product's tables: the
 * demo people may rename or delete themselves. The seed is one transaction and finds its own work done, so a kill
 * before the note does no harm.
 */
export async function seedDemo(variables: Source, signal?: AbortSignal): Promise<"done" | "was done"> {
  const client = new pg.Client({ connectionString: variables.DATABASE_URL });
  client.on("error", () => undefined); // the query that is under way says so
  await client.connect();
  try {
    await client.query("CREATE SCHEMA IF NOT EXISTS installation");
    await client.query("CREATE TABLE IF NOT EXISTS installation.demo (seeded_at timestamptz NOT NULL DEFAULT now())");
    const { rowCount } = await client.query("SELECT FROM installation.demo");
    if (rowCount) return "was done";
    await runSeed(variables, signal);
    await client.query("INSERT INTO installation.demo DEFAULT VALUES");
    return "done";
  } finally {
    await client.end();
  }
}

function runSeed(variables: Source, signal?: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ["--import", "tsx", path.join(PROJECT, "prisma/seed.ts")], {
    cwd: PROJECT,
    signal,
    // One transaction, with pictures drawn between its statements.
    env: { ...(variables as NodeJS.ProcessEnv), DATABASE_STATEMENT_TIMEOUT: String(STATEMENT_TIMEOUT_SECONDS) },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Trouble("The demo data could not be made: see above.")),
    );
  });
}
