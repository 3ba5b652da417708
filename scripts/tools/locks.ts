import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { connect } from "./connection";
import { PROJECT } from "./state-directory";
import { say, UserError } from "./terminal";

/** Locks between processes of one project folder, held in the database so that a killed holder loses them at once. */
export interface Locks {
  /** Runs the work while no other process holds the lock. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Takes the lock shared, until the process ends. */
  share(name: string): Promise<void>;
  isShared(name: string): Promise<boolean>;
}

const TRY_EVERY_MS = 200;
/**
 * How long to wait before logging it, and before giving up: a build takes two minutes on a slow machine.
 */
const LOG_AFTER_MS = 2000;
const GIVE_UP_AFTER_MS = 15 * 60_000;
/** Limit for each statement, none of which waits for a lock. */
const QUERY_TIMEOUT_MS = 10_000;

type Call = "pg_try_advisory_xact_lock" | "pg_try_advisory_xact_lock_shared";
/**
 * What to log while another process holds the lock, and the signal that ends the wait.
 */
export interface Waiting {
  for: string;
  signal?: AbortSignal;
}

/** Opens the locks on a database, or on a pooler in front of it. An aborted signal ends every wait. */
export function openLocks(url: string, signal?: AbortSignal): Locks {
  const keyOf = (name: string) => `pegboard ${os.hostname()} ${PROJECT} ${name}`;
  const waiting = (name: string) => ({ for: `another start of this folder (${name.trim()})`, signal });
  return {
    async alone(name, work) {
      const lock = await hold(url, keyOf(name), "pg_try_advisory_xact_lock", waiting(name));
      return work().finally(() => lock?.release());
    },
    async share(name) {
      await hold(url, keyOf(name), "pg_try_advisory_xact_lock_shared", waiting(name));
    },
    async isShared(name) {
      const lock = await hold(url, keyOf(name), "pg_try_advisory_xact_lock");
      await lock?.release();
      return lock === undefined;
    },
  };
}

/**
 * Takes a lock on a connection of its own. The lock belongs to an open transaction, not to the session, because a
 * transaction pooler would hand a session's locks to other clients. Returns undefined if the lock is taken and
 * `waiting` is not given.
 */
async function hold(
  url: string,
  key: string,
  call: Call,
  waiting?: Waiting,
): Promise<{ release(): Promise<void> } | undefined> {
  const client = await connect(url, { query_timeout: QUERY_TIMEOUT_MS });
  const release = async () => {
    await client.query("COMMIT").catch(() => undefined);
    await client.end();
  };
  try {
    await client.query("BEGIN");
    // The transaction stays open as long as the work takes, whatever timeout the server sets.
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    if (await takeLock(client, key, call, waiting)) return { release };
  } catch (error) {
    await client.end();
    throw error;
  }
  return void (await release());
}

/**
 * Takes an advisory lock for the connection's open transaction, waiting until it is free. A number is used as the key.
 */
export async function takeLock(
  client: pg.Client,
  key: string | number,
  call: Call = "pg_try_advisory_xact_lock",
  waiting?: Waiting,
): Promise<boolean> {
  const expression = typeof key === "number" ? "$1::bigint" : "hashtextextended($1, 0)";
  const startedAt = Date.now();
  for (let logged = false; ; await sleep(TRY_EVERY_MS, undefined, { signal: waiting?.signal })) {
    const { rows } = await client.query<{ taken: boolean }>(`SELECT ${call}(${expression}) AS taken`, [key]);
    if (rows[0]?.taken || !waiting) return rows[0]?.taken === true;
    const waited = Date.now() - startedAt;
    if (waited > GIVE_UP_AFTER_MS)
      throw new UserError(
        `Waited ${GIVE_UP_AFTER_MS / 60_000} minutes for ${waiting.for}: look for what hangs, and start again.`,
      );
    if (waited > LOG_AFTER_MS && !logged)
      say({ message: "waiting", text: `  waiting     for ${waiting.for}`, for: waiting.for });
    logged ||= waited > LOG_AFTER_MS;
  }
}
