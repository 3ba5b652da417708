import type { VisitorContext } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { REPORTED_MEDIA_RETENTION_DAYS } from "./rules";

/** Rows per statement, so that locks are short. */
const BATCH = 500;

/**
 * Releases images that were reported, once the report and its appeal were decided long ago. Images whose post is gone
 * then expire like unattached ones.
 */
export async function releaseReportedMedia({ db, now }: VisitorContext): Promise<void> {
  const before = new Date(now.getTime() - REPORTED_MEDIA_RETENTION_DAYS * DAY_MS);
  const releaseBatch = () => db.$executeRaw`
    DELETE FROM "ReportedMedia" WHERE ("reportId", "mediaId") IN (
      SELECT m."reportId", m."mediaId" FROM "ReportedMedia" m JOIN "Report" r ON r.id = m."reportId"
        LEFT JOIN "Decision" d ON d.id = r."decisionId" LEFT JOIN "Appeal" a ON a."decisionId" = d.id
       WHERE r.status <> 'open'
         AND CASE WHEN a."decisionId" IS NULL THEN COALESCE(d."createdAt", r."createdAt") ELSE a."decidedAt" END < ${before}
       LIMIT ${BATCH})`;
  while ((await releaseBatch()) === BATCH);
}
