import { sql } from "./sql";

/** How often the primary and its replicas are polled for their positions. */
export const POLL_MS = 200;
export const POLL_TIMEOUT_MS = 500;

/** The position of a server in the write-ahead log. */
export interface WalState {
  /** Of a primary, what it has flushed, because no replica can receive more; of a replica, what it has replayed. */
  lsn: string | null;
  startedAt: Date;
  isReplica: boolean;
  /** The primary's timeline; null for a replica. */
  timeline: number | null;
  /** The newest timeline recorded in its data. */
  knownTimeline: number;
}

export const TIMELINE = sql`('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int`;

/**
 * A primary's timeline is part of its WAL file names. A replica tells an ordinary role only the timeline of its last
 * checkpoint, so each primary records its own in a row, which replicas replay.
 */
export const WAL_STATE = sql`
  SELECT pg_is_in_recovery() AS "isReplica", pg_postmaster_start_time() AS "startedAt",
         (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END)::text AS lsn,
         CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE} END AS timeline,
         (SELECT COALESCE(max(timeline), 0) FROM "DatabaseTimeline") AS "knownTimeline"`;

export const noteTimeline = (timeline: number) => sql`
  INSERT INTO "DatabaseTimeline" (timeline) VALUES (${timeline}) ON CONFLICT DO NOTHING`;

/** A position (LSN) in the primary's write-ahead log, such as `16/B374D848`, as a number. */
export type Position = bigint;

export function parsePosition(lsn: string): Position {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** A primary's position, as polled. */
export interface Seen {
  /** By `performance.now()`. */
  at: number;
  position: Position;
  lsn: string;
}

/**
 * Returns a replica's lag in ms: how long ago the primary was first seen past its position. `primary` is newest last.
 */
export function lagOf(position: Position, primary: readonly Pick<Seen, "at" | "position">[]): number {
  const missing = primary.find((seen) => seen.position > position);
  return missing ? Math.max(0, performance.now() - missing.at) : 0;
}
