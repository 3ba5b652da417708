import { afterAll, beforeAll } from "vitest";
import { flushViews } from "@/lib/domain/posts/views";
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
  const former = shared[DATABASE];
  beforeAll(async () => {
    delete shared[DATABASE];
    setVariables(await prepare());
  });
  afterAll(async () => {
    await flushViews();
    await database().pool.end();
    shared[DATABASE] = former;
  });
}
