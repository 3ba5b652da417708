import { afterAll, beforeAll } from "vitest";
import { flushViews } from "@/lib/domain/writing/posts/views";
import { database } from "@/lib/infra/database/db";
import type { Source } from "@/lib/infra/environment/env";
import { setVariables } from "./variables";

const DATABASE = Symbol.for("pegboard.database");
const shared = globalThis as typeof globalThis & { [DATABASE]?: unknown };

/**
 * Gives the tests of a file their own connection pool, opened with the variables that `prepare` returns. The next file
 * gets the former pool back.
 */
export function useOwnPool(prepare: () => Source | Promise<Source> = () => ({})): void {
  let former: unknown;
  beforeAll(async () => {
    // The first file of a process opens the pool of all others here, before the variables change.
    former = database();
    delete shared[DATABASE];
    setVariables(await prepare());
  });
  afterAll(async () => {
    await flushViews();
    await database().pool.end();
    shared[DATABASE] = former;
  });
}
