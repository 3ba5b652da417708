import fs from "node:fs";
import { database } from "@/lib/infra/db";
import { build, isBuilt } from "@/scripts/tools/production-build";
import { step } from "@/scripts/tools/terminal";
import { copyTemplate, openTestDatabases } from "@/scripts/tools/test-databases";
import { ownEnvironment, serverVariables, TEST_BUILD } from "@/scripts/tools/test-server";

export type Variables = Awaited<ReturnType<typeof serverVariables>>;

/**
 * A database of its own, and what a production server on it is started with. This process sees the same: it makes the
 * accounts itself.
 */
export async function rehearse(work: (variables: Variables) => Promise<void>): Promise<void> {
  const built = { ...ownEnvironment(), ...TEST_BUILD };
  if (!isBuilt(built))
    await step(
      "build",
      () => build(built, "on failure"),
      () => "done",
    );
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
