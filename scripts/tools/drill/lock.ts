import { connect } from "@/scripts/tools/connection";

/** The key of the advisory lock that a drill holds in the live database. */
const DRILL_LOCK = 72_707_371;

/**
 * Runs the work, unless another drill of the live database runs, on any machine. A killed drill loses the lock at once.
 * The lock belongs to an open transaction, as those of `withLock`; it has no snapshot, so it holds up no vacuum.
 */
export async function withDrillLock(liveUrl: string, work: () => Promise<void>): Promise<"done" | "elsewhere"> {
  const client = await connect(liveUrl);
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS taken", [
      DRILL_LOCK,
    ]);
    if (!rows[0]?.taken) return "elsewhere";
    await work();
    return "done";
  } finally {
    await client.end();
  }
}
