import { type Context, read } from "@/lib/domain/context";
import { literal } from "@/lib/infra/database/sql";

/** Our choice: the maximum that is counted. A precise figure would cost more than it is worth. */
const MAX_COUNTED = 10_000;
/** Our choice: how many of the newest letters are examined for failures. */
const LOOKED_AT = 500;

/** The state of outgoing mail. */
export interface MailBacklog {
  pending: number;
  /** When the oldest waiting letter was queued. */
  oldestAt: Date | null;
  /** How many of the newest letters failed for good, and how many were examined. */
  failed: number;
  lookedAt: number;
}

export async function readMailBacklog(ctx: Context): Promise<MailBacklog> {
  const [row] = await read<MailBacklog>(ctx, "mail.backlog")`
    SELECT waiting.*, newest.* FROM
    (SELECT count(*)::int AS pending, min("createdAt") AS "oldestAt" FROM (
      SELECT "createdAt" FROM "Letter" WHERE status = 'pending' LIMIT ${literal(MAX_COUNTED)}) l) waiting,
    (SELECT (count(*) FILTER (WHERE status = 'failed'))::int AS failed, count(*)::int AS "lookedAt" FROM (
      SELECT status FROM "Letter" ORDER BY "createdAt" DESC, id DESC LIMIT ${literal(LOOKED_AT)}) l) newest`;
  return row!;
}
