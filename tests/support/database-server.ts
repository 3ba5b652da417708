import type { TestProject } from "vitest/node";
import { endWithParent } from "@/lib/infra/process/processes";
import { openTestDatabases } from "./test-databases";
import { readRowTypes, type RowType } from "./checked-rows";

declare module "vitest" {
  interface ProvidedContext {
    testDatabases: { admin: string; template: string };
    rowTypes: RowType[];
  }
}

/** Starts one database server for the integration tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // It takes seconds, which a few filtered files are not worth.
  const readingTypes = process.env.CHECK_ROWS ? readRowTypes() : Promise.resolve([]);
  const { admin, template, leave } = await openTestDatabases();
  project.provide("testDatabases", { admin, template });
  project.provide("rowTypes", await readingTypes);
  endWithParent(() => leave().finally(() => process.exit(1)));
  return leave;
}
