import { beforeAll } from "vitest";
import { env, readEnv, type Source } from "@/lib/infra/environment/env";

/** Gives the tests of a file the settings of a deployment that sets these variables as well. */
export function useVariables(changes: Source): void {
  beforeAll(() => setVariables(changes));
}

/** Sets variables for what follows in a file of tests; `undefined` sets one back to its default. */
export function setVariables(changes: Source): void {
  Object.assign(env(), readEnv({ ...process.env, ...changes }));
}
