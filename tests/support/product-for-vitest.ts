import type { TestProject } from "vitest/node";
import type { Source } from "@/lib/infra/environment/env";
import { openProduct } from "./product";

declare module "vitest" {
  interface ProvidedContext {
    serverVariables: Source;
  }
}

/** Starts one server for the contract tests of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { variables, stop } = await openProduct();
  project.provide("serverVariables", variables);
  return stop;
}
