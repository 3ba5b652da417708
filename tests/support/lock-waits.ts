import { database } from "@/lib/infra/database/db";

/** How many connections to this database wait for a lock. */
export async function lockWaits(): Promise<number> {
  const [row] = await database().prisma.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row.count;
}
