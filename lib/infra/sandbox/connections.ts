import { type Database, open } from "@/lib/infra/database/db";
import { BoundedPool } from "@/lib/infra/database/pool";
import { processShare } from "@/lib/infra/process/supervisor";
import { settingsOf } from "./databases";

/** Our choice: sandboxes with open connections, on one machine. Each takes some ten megabytes of its process. */
const MAX_OPEN = 8;
const MIN_OPEN = 2;
/** A transaction holds one connection while a read beside it takes another. */
const CONNECTIONS = 2;
const IDLE_MS = 10_000;

interface Open {
  database: Database;
  /** How many use it right now. */
  users: number;
  closing?: NodeJS.Timeout;
}

// One for the process: the server's bundles have separate modules.
const shared = globalThis as typeof globalThis & { pegboardSandboxes?: Map<string, Open> };
const byName = (shared.pegboardSandboxes ??= new Map());

/** Thrown while as many sandboxes as a process may open are in use. */
export class TooManyOpen extends Error {
  override name = "TooManyOpen";
}

/**
 * Runs `work` with the open database of a sandbox, which is closed some seconds after its last use.
 * @throws TooManyOpen
 */
export async function withDatabase<T>(name: string, work: (database: Database) => Promise<T>): Promise<T> {
  const opened = byName.get(name) ?? openNew(name);
  clearTimeout(opened.closing);
  opened.users += 1;
  try {
    return await work(opened.database);
  } finally {
    opened.users -= 1;
    if (opened.users === 0) opened.closing = setTimeout(() => void close(name), IDLE_MS).unref();
  }
}

function openNew(name: string): Open {
  if (byName.size >= processShare(MAX_OPEN, MIN_OPEN)) {
    const idle = [...byName].find(([, { users }]) => users === 0);
    if (!idle) throw new TooManyOpen("Too many sandboxes are in use");
    void close(idle[0]);
  }
  const pool = new BoundedPool(
    { ...settingsOf(name), poolMax: CONNECTIONS },
    { isLive: false, idleTimeoutMillis: IDLE_MS },
  );
  const opened = { database: open(pool), users: 0 };
  byName.set(name, opened);
  return opened;
}

/** Closes the connections of this process to a sandbox. */
export async function close(name: string): Promise<void> {
  const opened = byName.get(name);
  if (!opened) return;
  byName.delete(name);
  clearTimeout(opened.closing);
  await opened.database.prisma.$disconnect();
  await opened.database.pool.end();
}
