import { afterAll, beforeAll } from "vitest";
import { viewsWritten } from "@/lib/domain/posts/views";
import { database } from "@/lib/infra/database/db";
import type { Source } from "@/lib/infra/environment/env";
import { setVariables } from "./variables";

const shared = globalThis as typeof globalThis & { pegboardDatabase?: unknown };

/**
 * Gives the tests of a file their own connection pool, opened with the variables that `prepare` returns. The next file
 * gets the former pool back.
 */
export function useOwnPool(prepare: () => Source | Promise<Source> = () => ({})): void {
  const { pegboardDatabase } = shared;
  beforeAll(async () => {
    delete shared.pegboardDatabase;
    setVariables(await prepare());
  });
  afterAll(async () => {
    await viewsWritten();
    await database().pool.end();
    shared.pegboardDatabase = pegboardDatabase;
  });
}
