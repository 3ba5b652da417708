import { afterAll, beforeAll, inject } from "vitest";
import { beginCopy } from "@/scripts/tools/copied-database";
import { recordStatements } from "./recorded-statements";

// Each file of tests has a database of its own: what it counts, it has put there. It is made while the file is loaded.
const copy = beginCopy(inject("testDatabases"));
process.env.DATABASE_URL = copy.url;
if (process.env.RECORD_STATEMENTS) recordStatements(process.env.RECORD_STATEMENTS);

beforeAll(() => copy.made);

afterAll(async () => {
  // Views are written a second after the read that they count, which a short file does not last.
  if ("pegboardDatabase" in globalThis) {
    const { viewsWritten } = await import("@/lib/domain/posts/views");
    await viewsWritten();
    // The process may run further files.
    const { database } = await import("@/lib/infra/db");
    const { pool } = database();
    if (!pool.ending) void pool.end();
  }
  await copy.drop();
});
