import { setTimeout as sleep } from "node:timers/promises";
import { type Database, open } from "@/lib/infra/database/db";
import { BoundedPool } from "@/lib/infra/database/pool";
import { processWide } from "@/lib/infra/process/process-wide";
import { processShare } from "@/lib/infra/process/supervisor";
import { settingsOf } from "./databases";

/** Our choice: sandboxes with open connections, per machine. Each takes some ten megabytes of its process. */
const MAX_OPEN = 8;
const MIN_OPEN = 2;
/** A transaction holds one connection while a concurrent read takes another. */
const CONNECTIONS = 2;
const IDLE_MS = 10_000;
/** Our choice, per machine: opening a Prisma client takes 50 ms of processor time. Longer waits are rejected. */
const OPENED_PER_SECOND = 6;
const OPENED_AT_ONCE = 10;
const MAX_WAIT_MS = 5000;

interface Open {
  database: Promise<Database>;
  users: number;
  closing?: NodeJS.Timeout;
  /** Whether it accepts no new callers. */
  isClosed?: boolean;
}

const opened = processWide("sandbox-connections", () => ({ byName: new Map<string, Open>(), nextAt: 0 }))();

/** Thrown while the maximum number of sandboxes is in use, or too many are being opened. */
export class TooManyOpen extends Error {
  override name = "TooManyOpen";
}

/**
 * Runs `work` with the open database of a sandbox, which is closed some seconds after its last use.
 * @throws TooManyOpen
 */
export async function withDatabase<T>(name: string, work: (database: Database) => Promise<T>): Promise<T> {
  const own = opened.byName.get(name) ?? openNew(name);
  clearTimeout(own.closing);
  own.users += 1;
  try {
    return await work(await own.database);
  } finally {
    own.users -= 1;
    if (own.users === 0 && own.isClosed) void end(own);
    else if (own.users === 0) own.closing = setTimeout(() => void leave(name, own), IDLE_MS).unref();
  }
}

function openNew(name: string): Open {
  if (opened.byName.size >= processShare(MAX_OPEN, MIN_OPEN)) {
    const idle = [...opened.byName].find(([, { users }]) => users === 0);
    if (!idle) throw new TooManyOpen("Too many sandboxes are in use");
    void leave(...idle);
  }
  const own = { database: turn().then(() => open(poolOf(name))), users: 0 };
  opened.byName.set(name, own);
  own.database.catch(() => opened.byName.get(name) === own && opened.byName.delete(name));
  return own;
}

const poolOf = (name: string) =>
  new BoundedPool({ ...settingsOf(name), poolMax: CONNECTIONS }, { isLive: false, idleTimeoutMillis: IDLE_MS });

/** Resolves when this process may open another database. */
async function turn(): Promise<void> {
  const now = performance.now();
  const intervalMs = 1000 / processShare(OPENED_PER_SECOND);
  const at = Math.max(opened.nextAt, now - OPENED_AT_ONCE * intervalMs);
  if (at - now > MAX_WAIT_MS) throw new TooManyOpen("Too many sandboxes are being opened");
  opened.nextAt = at + intervalMs;
  if (at > now) await sleep(at - now);
}

/** Closes the connections of this process to a sandbox, once no caller uses them. */
export async function close(name: string): Promise<void> {
  const own = opened.byName.get(name);
  if (own) await leave(name, own);
}

async function leave(name: string, own: Open): Promise<void> {
  // Another may have been opened under the same name.
  if (opened.byName.get(name) === own) opened.byName.delete(name);
  clearTimeout(own.closing);
  if (own.isClosed) return;
  own.isClosed = true;
  if (own.users === 0) await end(own);
}

async function end(own: Open): Promise<void> {
  const database = await own.database.catch(() => undefined);
  await database?.prisma.$disconnect();
  await database?.pool.end();
}
