import type { TestProject } from "vitest/node";
import { endWithParent } from "@/scripts/tools/processes";
import { openTestDatabases } from "@/scripts/tools/test-databases";

declare module "vitest" {
  interface ProvidedContext {
    testDatabases: { admin: string; template: string };
  }
}

/** Starts one database server for the integration tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { admin, template, leave } = await openTestDatabases();
  project.provide("testDatabases", { admin, template });
  endWithParent(() => leave().finally(() => process.exit(1)));
  return leave;
}
