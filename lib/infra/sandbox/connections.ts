import { setTimeout as sleep } from "node:timers/promises";
import { type Database, end, open } from "@/lib/infra/database/open";
import { BoundedPool } from "@/lib/infra/database/pool";
import { processWide } from "@/lib/infra/process/process-wide";
import { Semaphore } from "@/lib/infra/process/semaphore";
import { processShare } from "@/lib/infra/process/supervisor";
import type { DatabaseUse, Open } from "./database-use";
import { generationOf, settingsOf } from "./databases";

/** Sandboxes with open connections, per machine. Each takes some ten megabytes of its process. */
const MAX_OPEN = 8;
const MIN_OPEN = 2;
/** A transaction holds one connection while a concurrent read takes another. */
const CONNECTIONS = 2;
const IDLE_MS = 10_000;
/** Per machine: opening a Prisma client takes 50 ms of processor time. Longer waits are rejected. */
const OPENED_PER_SECOND = 6;
const OPENED_AT_ONCE = 10;
const MAX_WAIT_MS = 5000;
const MAX_WAITING = 1000;

const opened = processWide("sandbox-connections", () => ({ byName: new Map<string, Open>(), nextAt: 0 }))();

const permits = processWide(
  "sandbox-connection-permits",
  () => new Semaphore({ permits: processShare(MAX_OPEN, MIN_OPEN), maxQueued: MAX_WAITING }),
);

/** Thrown when no sandbox could be opened in time, because too many are in use or are being opened. */
export class TooManyOpen extends Error {
  override name = "TooManyOpen";
}

/**
 * Runs `work` with the open database of a sandbox, which is closed some seconds after its last use, or as soon as
 * nobody uses it while others wait.
 * @param around the use of the same database within which this one begins: it never waits for its own caller
 * @throws TooManyOpen
 */
export async function withDatabase<T>(
  name: string,
  work: (database: Database, use: DatabaseUse) => Promise<T>,
  around?: DatabaseUse,
): Promise<T> {
  const begin = async () => {
    use.current = await join(around?.current ?? opened.byName.get(name) ?? openNew(name));
    Object.assign(use.database, await use.current.database);
  };
  const end = () => {
    if (use.current) leave(name, use.current);
    use.current = undefined;
  };
  const use: DatabaseUse = {
    database: {} as Database,
    current: undefined,
    async pause(waiting) {
      if (!use.current) return waiting();
      end();
      try {
        return await (around ? around.pause(waiting) : waiting());
      } finally {
        await begin();
      }
    },
  };
  await begin();
  try {
    return await work(use.database, use);
  } finally {
    end();
  }
}

async function join(own: Open): Promise<Open> {
  clearTimeout(own.closing);
  own.users += 1;
  await own.database;
  return own;
}

function leave(name: string, own: Open): void {
  own.users -= 1;
  if (own.users > 0) return;
  if (own.isClosed) own.end();
  else own.closing = setTimeout(() => retire(name, own), IDLE_MS).unref();
}

/** Opens a database once there is room for it, in the order of the callers. */
function openNew(name: string): Open {
  if (!permits().hasFreePermit) makeRoomFor(name);
  const own: Open = {
    database: undefined as never,
    users: 0,
    isAdmitted: false,
    isClosed: false,
    end: () => undefined,
  };
  const isOver = new Promise<void>((resolve) => (own.end = resolve));
  own.database = new Promise<Database>((resolve, reject) => {
    const hold = async () => {
      own.isAdmitted = true;
      // Others wait, so it serves only those who waited for it, and its next callers queue behind the others.
      if ([...opened.byName.values()].some(({ isAdmitted }) => !isAdmitted)) retire(name, own);
      await turn();
      const database = open(poolOf(name));
      resolve(database);
      await isOver;
      await end(database);
    };
    permits()
      .run(hold, AbortSignal.timeout(MAX_WAIT_MS))
      .catch(() => reject(new TooManyOpen("Too many sandboxes are in use, or are being opened")));
  });
  opened.byName.set(name, own);
  own.database.catch(() => opened.byName.get(name) === own && opened.byName.delete(name));
  return own;
}

/**
 * Closes one database to new callers: another of the same sandbox, one that nobody uses, or the one that was opened
 * first. So whoever keeps one busy takes turns with those who wait.
 */
function makeRoomFor(name: string): void {
  const candidates = [...opened.byName].filter(([, { isAdmitted }]) => isAdmitted);
  const isOwn = ([other]: [string, Open]) => generationOf(other).id === generationOf(name).id;
  const next = candidates.find(isOwn) ?? candidates.find(([, { users }]) => users === 0) ?? candidates[0];
  if (next) retire(...next);
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
export function close(name: string): void {
  const own = opened.byName.get(name);
  if (own) retire(name, own);
}

function retire(name: string, own: Open): void {
  // Another may have been opened under the same name.
  if (opened.byName.get(name) === own) opened.byName.delete(name);
  clearTimeout(own.closing);
  own.isClosed = true;
  if (own.users === 0) own.end();
}
