import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { connect } from "./connection";
import { PROJECT } from "@/lib/infra/process/project";
import { say, UserError } from "./terminal";

const TRY_EVERY_MS = 200;
/** How long to wait before logging it, and before giving up: a build takes two minutes on a slow machine. */
const LOG_AFTER_MS = 2000;
const GIVE_UP_AFTER_MS = 15 * 60_000;
/** Limit for each statement, none of which waits for a lock. */
const QUERY_TIMEOUT_MS = 10_000;

/** What to log while another process holds the lock, and the signal that ends the wait. */
export interface Waiting {
  for: string;
  signal?: AbortSignal;
}

/** A lock between processes of one project folder: the database that holds it, and the signal that ends a wait. */
export interface Lock {
  url: string;
  name: string;
  signal?: AbortSignal;
}

/**
 * Runs the work while no other process holds the lock, which a killed holder loses at once. The URL may be a pooler's:
 * each lock is taken on a connection of its own, and belongs to an open transaction, not to the session, because a
 * transaction pooler would hand a session's locks to other clients.
 */
export async function withLock<T>({ url, name, signal }: Lock, work: () => Promise<T>): Promise<T> {
  const client = await connect(url, { query_timeout: QUERY_TIMEOUT_MS });
  try {
    await client.query("BEGIN");
    // The transaction stays open as long as the work takes, whatever timeout the server sets.
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await takeLock(client, `pegboard ${os.hostname()} ${PROJECT} ${name}`, {
      for: `another start of this folder (${name.trim()})`,
      signal,
    });
    return await work();
  } finally {
    await client.query("COMMIT").catch(() => undefined);
    await client.end();
  }
}

/** Takes an advisory lock for the connection's open transaction once it is free. A number is used as the key. */
export async function takeLock(client: pg.Client, key: string | number, waiting: Waiting): Promise<void> {
  const expression = typeof key === "number" ? "$1::bigint" : "hashtextextended($1, 0)";
  await repeatUntilDone(waiting, async () => {
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${expression}) AS taken`,
      [key],
    );
    return rows[0]?.taken ? "taken" : undefined;
  });
}

/**
 * Repeats an attempt, which returns undefined while others hold what it needs.
 * @throws UserError after 15 minutes
 */
export async function repeatUntilDone<T>(waiting: Waiting, attempt: () => Promise<T | undefined>): Promise<T> {
  const startedAt = Date.now();
  for (let logged = false; ; await sleep(TRY_EVERY_MS, undefined, { signal: waiting.signal })) {
    const result = await attempt();
    if (result !== undefined) return result;
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
