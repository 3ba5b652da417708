import type { TestProject } from "vitest/node";
import { openTestDatabases } from "@/scripts/test-databases";

declare module "vitest" {
  interface ProvidedContext {
    testDatabases: { admin: string; template: string };
  }
}

/** One database server for the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { admin, template, leave } = await openTestDatabases();
  project.provide("testDatabases", { admin, template });
  return leave;
}
