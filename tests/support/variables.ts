import { beforeAll } from "vitest";
import { env, readEnv, type Source } from "@/lib/infra/environment/env";

/** Gives the tests of a file the settings of a deployment that also sets these variables. */
export function useVariables(changes: Source): void {
  beforeAll(() => setVariables(changes));
}

/** Sets variables for the rest of a test file; `undefined` resets one to its default. */
export function setVariables(changes: Source): void {
  Object.assign(env(), readEnv({ ...process.env, ...changes }));
}
