import { type Context, read } from "@/lib/domain/context";
import { literal, sql } from "@/lib/infra/sql";

/** Our choice: beyond that, a precise figure costs more than it tells. */
const MAX_COUNTED = 10_000;
/** Our choice: letters among which failed ones are counted, the newest. */
const LOOKED_AT = 500;

/** How mail gets out. */
export interface MailBacklog {
  pending: number;
  /** Since when the oldest letter waits. */
  oldestAt: Date | null;
  /** Of the newest letters those that failed for good, and how many were looked at. */
  failed: number;
  lookedAt: number;
}

export async function readMailBacklog(ctx: Context): Promise<MailBacklog> {
  const [row] = await read<MailBacklog>(
    ctx,
    "mail.backlog",
    sql`SELECT waiting.*, newest.* FROM
        (SELECT count(*)::int AS pending, min("createdAt") AS "oldestAt" FROM (
          SELECT "createdAt" FROM "Letter" WHERE status = 'pending' LIMIT ${literal(MAX_COUNTED)}) l) waiting,
        (SELECT (count(*) FILTER (WHERE status = 'failed'))::int AS failed, count(*)::int AS "lookedAt" FROM (
          SELECT status FROM "Letter" ORDER BY "createdAt" DESC, id DESC LIMIT ${literal(LOOKED_AT)}) l) newest`,
  );
  return row!;
}
