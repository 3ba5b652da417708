import { afterAll, beforeAll, inject } from "vitest";
import { beginCopy } from "./copied-database";
import { checkRows } from "./checked-rows";
import { openEmptier } from "./empty-database";
import { checkLockOrder } from "./lock-order";
import { recordStatements } from "./recorded-statements";

/** Empties the database of this process, which all its test files use one after another. */
const shared = globalThis as typeof globalThis & { emptyTestDatabase?: Promise<() => Promise<void>> };

// Each test file starts with an empty database, either new or emptied after the previous file.
const emptied = shared.emptyTestDatabase
  ? shared.emptyTestDatabase.then((empty) => empty())
  : (shared.emptyTestDatabase = create());
beforeAll(async () => void (await emptied));

afterAll(async () => {
  // Views and logged requests are written a second later, by when a short file may have ended and the next have begun.
  if (!(Symbol.for("pegboard.database") in globalThis)) return;
  const [{ flushViews }, { flushRequestLog }, { database }] = await Promise.all([
    import("@/lib/domain/writing/posts/views"),
    import("@/lib/domain/accounts/request-log/commands"),
    import("@/lib/infra/database/db"),
  ]);
  await Promise.all([flushViews(), flushRequestLog()]);
  // The next file reuses the connections of this one, even if it starts later than the idle timeout.
  database().pool.options.idleTimeoutMillis = 0;
});

async function create(): Promise<() => Promise<void>> {
  const { url, made } = beginCopy(inject("testDatabases"));
  process.env.DATABASE_URL = url;
  checkRows(inject("rowTypes"));
  checkLockOrder();
  if (process.env.RECORD_STATEMENTS) recordStatements(process.env.RECORD_STATEMENTS);
  await made;
  return openEmptier(url);
}
