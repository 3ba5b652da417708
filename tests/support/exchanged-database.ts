import type { Database } from "@/lib/infra/database/open";

const DATABASE = Symbol.for("pegboard.database");
const shared = globalThis as typeof globalThis & { [DATABASE]?: Database };

/** Makes this process use a database, and returns what gives it the former one back. */
export function exchangeDatabase(database: Database): () => void {
  const former = shared[DATABASE];
  shared[DATABASE] = database;
  return () => void (shared[DATABASE] = former);
}
