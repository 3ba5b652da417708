import { afterAll, inject } from "vitest";
import { copyTemplate } from "@/scripts/tools/copied-database";
import { recordStatements } from "./recorded-statements";

// Each file of tests has a database of its own: what it counts, it has put there.
const database = await copyTemplate(inject("testDatabases"));
process.env.DATABASE_URL = database.url;
if (process.env.RECORD_STATEMENTS) recordStatements(process.env.RECORD_STATEMENTS);

afterAll(async () => {
  // Views are written a second after the read that they count, which a short file does not last.
  const { viewsWritten } = await import("@/lib/domain/posts/views");
  await viewsWritten();
  await database.drop();
});
