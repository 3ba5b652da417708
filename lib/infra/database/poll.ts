import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "./sql";

/** How often the primary and its replicas are polled for their positions. */
export const POLL_MS = 200;
const POLL_TIMEOUT_MS = 500;
const STEPS = 5;

/** The position of a server in the write-ahead log. */
export interface Progress {
  /** Of a primary, what it has flushed, because no replica can receive more; of a replica, what it has replayed. */
  lsn: string | null;
  startedAt: Date;
  isReplica: boolean;
  /** The primary's timeline; null for a replica. */
  timeline: number | null;
  /** The newest timeline recorded in its data. */
  knownTimeline: number;
}

/** The timeline of a primary. */
export const TIMELINE = sql`('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int`;

/**
 * A primary's timeline is part of its WAL file names. A replica tells an ordinary role only the timeline of its last
 * checkpoint, so each primary records its own in a row, which replicas replay.
 */
export const PROGRESS = sql`
  SELECT pg_is_in_recovery() AS "isReplica", pg_postmaster_start_time() AS "startedAt",
         (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END)::text AS lsn,
         CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE} END AS timeline,
         (SELECT COALESCE(max(timeline), 0) FROM "DatabaseTimeline") AS "knownTimeline"`;

export const noteTimeline = (timeline: number) => sql`
  INSERT INTO "DatabaseTimeline" (timeline) VALUES (${timeline}) ON CONFLICT DO NOTHING`;

/**
 * Returns what a server answers to a poll or probe.
 * @throws an Error if it does not answer in time. While this process itself is busy, no time counts.
 */
export async function withTimeout<T>(answer: Promise<T>, timeoutMs = POLL_TIMEOUT_MS): Promise<T> {
  const stop = new AbortController();
  const late = async (): Promise<never> => {
    // An answer that came while the event loop was blocked is read between two steps.
    for (let step = 0; step < STEPS; step += 1) await sleep(timeoutMs / STEPS, undefined, { signal: stop.signal });
    throw new Error(`No answer within ${timeoutMs} ms`);
  };
  const timeout = late();
  timeout.catch(() => undefined);
  return Promise.race([answer, timeout]).finally(() => stop.abort());
}
