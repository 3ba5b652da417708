import { type VisitorContext, write } from "@/lib/domain/kernel/context";
import { daysBefore } from "@/lib/domain/kernel/durations";
import { literal, sql } from "@/lib/infra/database/sql";
import { REPORT_RETENTION_DAYS, REPORTED_MEDIA_RETENTION_DAYS } from "./rules";

/** Rows per statement, so that locks are held briefly. */
const BATCH = 500;

/**
 * Releases images that were kept for reports decided long ago. Those whose post is gone then expire like unattached
 * ones.
 */
export async function releaseReportedMedia(ctx: VisitorContext): Promise<void> {
  const before = daysBefore(ctx.now, REPORTED_MEDIA_RETENTION_DAYS);
  const statement = sql`
    DELETE FROM "ReportedMedia" WHERE ("reportId", "mediaId") IN (
      SELECT m."reportId", m."mediaId" FROM "ReportedMedia" m JOIN "Report" r ON r.id = m."reportId"
        LEFT JOIN "Decision" d ON d.id = r."decisionId" LEFT JOIN "Appeal" a ON a."decisionId" = d.id
       WHERE r.status <> 'open'
         AND CASE WHEN a."decisionId" IS NULL THEN COALESCE(d."createdAt", r."createdAt") ELSE a."decidedAt" END < ${before}
       LIMIT ${literal(BATCH)})`;
  while ((await write(ctx, "moderation.releaseMedia")`${statement}`) === BATCH);
}

/**
 * Deletes old reports. The decisions stay, since an account's history counts them; so do open reports and those with an
 * open appeal.
 */
export async function deleteOldReports(ctx: VisitorContext): Promise<void> {
  const before = daysBefore(ctx.now, REPORT_RETENTION_DAYS);
  // A report is older than its decision, so the index of the queue finds the candidates.
  const statement = sql`
    DELETE FROM "Report" WHERE id IN (
      SELECT r.id FROM "Report" r
        LEFT JOIN "Decision" d ON d.id = r."decisionId" LEFT JOIN "Appeal" a ON a."decisionId" = d.id
       WHERE r.status IN ('dismissed', 'acted') AND r."createdAt" < ${before}
         AND CASE WHEN a."decisionId" IS NULL THEN COALESCE(d."createdAt", r."createdAt") ELSE a."decidedAt" END < ${before}
       LIMIT ${literal(BATCH)})`;
  while ((await write(ctx, "moderation.deleteReports")`${statement}`) === BATCH);
}
