import { afterAll, beforeAll, inject } from "vitest";
import { beginCopy } from "@/scripts/tools/copied-database";
import { emptyDatabase, readPlatform } from "./empty-database";
import { recordStatements } from "./recorded-statements";

/** The database of this process, which all its files of tests use one after another. */
interface ProcessDatabase {
  url: string;
  platform: Promise<unknown>;
}

const shared = globalThis as typeof globalThis & { testDatabase?: ProcessDatabase };

// What a file of tests counts, it has put there: its database is new, or what an earlier file left is gone.
const emptied = shared.testDatabase ? empty(shared.testDatabase) : create().platform;
beforeAll(() => emptied);

afterAll(async () => {
  // Views are written a second after the read that they count, which a short file does not last.
  if (!("pegboardDatabase" in globalThis)) return;
  const { viewsWritten } = await import("@/lib/domain/posts/views");
  await viewsWritten();
});

function create(): ProcessDatabase {
  const { url, made } = beginCopy(inject("testDatabases"));
  process.env.DATABASE_URL = url;
  if (process.env.RECORD_STATEMENTS) recordStatements(process.env.RECORD_STATEMENTS);
  return (shared.testDatabase = { url, platform: made.then(() => readPlatform(url)) });
}

async function empty({ url, platform }: ProcessDatabase): Promise<void> {
  await emptyDatabase(url, await platform);
}
