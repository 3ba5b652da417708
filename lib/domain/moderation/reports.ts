import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/context";
import { invalid } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import type { NewReport } from "./schema";
import { findReported, type Reported } from "./subjects";

/**
 * Reports something to the moderators, with a snapshot of its current content. While the report is open, reporting the
 * same subject again returns the same report.
 * @throws DomainError `not_found` for subjects that the actor cannot see, `invalid_request` for their own
 */
export function fileReport(ctx: Context, { subject, reason, comment = "" }: NewReport): Promise<{ id: string }> {
  return inTransaction(ctx, async (tx) => {
    const reported = await findReported(tx, subject);
    if (reported.accountId === tx.actor.id)
      throw invalid([{ param: "subject.id", message: "This is yours. You can report what others write or do." }]);
    const { id, isNew } = await insertReport(tx, reported, { reason, comment });
    if (isNew) {
      await keepMedia(tx, id, reported.mediaIds);
      await record(tx, "report.filed", { reportId: id }, { subjectId: id });
    }
    return { id };
  });
}

async function insertReport(
  tx: Context,
  { subject, accountId, snapshot }: Reported,
  { reason, comment }: { reason: string; comment: string },
): Promise<{ id: string; isNew: boolean }> {
  const newId = idFor(tx, "rep");
  // The update changes nothing; it makes the statement return an existing open report.
  const [row] = await read<{ id: string }>(tx, "moderation.report")`
    INSERT INTO "Report" (id, "reporterId", "subjectType", "subjectId", "accountId", reason, comment, snapshot, "createdAt")
    VALUES (${newId}, ${tx.actor.id}, ${subject.type}::"ReportSubject", ${subject.id}, ${accountId}, ${reason}, ${comment},
            ${JSON.stringify(snapshot)}::jsonb, ${tx.now})
    ON CONFLICT ("reporterId", "subjectType", "subjectId") WHERE status = 'open'
    DO UPDATE SET status = 'open' RETURNING id`;
  const id = row?.id ?? newId;
  return { id, isNew: id === newId };
}

/** Keeps the images of what was reported, even if their post is deleted. */
async function keepMedia(tx: Context, reportId: string, mediaIds: string[]): Promise<void> {
  if (mediaIds.length === 0) return;
  await write(tx, "moderation.media")`
    INSERT INTO "ReportedMedia" ("reportId", "mediaId") SELECT ${reportId}, unnest(${mediaIds}::text[])
    ON CONFLICT DO NOTHING`;
}
