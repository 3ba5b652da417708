import fs from "node:fs";
import { database } from "@/lib/infra/database/db";
import { copyTemplate } from "@/tests/support/copied-database";
import { openTestDatabases } from "@/tests/support/test-databases";
import { serverVariables } from "@/tests/support/test-server";
import { buildIfStale } from "./test-build";

export type Variables = Awaited<ReturnType<typeof serverVariables>>;

/**
 * A separate database, and the environment of a production server for it. This process uses the same environment, to
 * create accounts directly.
 */
export async function rehearse(work: (variables: Variables) => Promise<void>): Promise<void> {
  await buildIfStale();
  const databases = await openTestDatabases();
  const variables = await serverVariables((await copyTemplate(databases)).url);
  Object.assign(process.env, variables);
  try {
    await work(variables);
  } finally {
    await database().pool.end();
    await databases.leave();
    fs.rmSync(variables.STORAGE_DIR, { recursive: true, force: true });
  }
}
