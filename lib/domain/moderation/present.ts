import { type PersonColumns, personColumns, presentPersonAs, presentPersonColumns } from "@/lib/domain/users/present";
import { sql } from "@/lib/infra/database/sql";
import type { ModerationAction, ReportReason, SubjectType } from "./rules";
import type { Decision, Report, Snapshot } from "./schema";

export interface DecisionColumns extends PersonColumns<"moderator"> {
  decisionId: string | null;
  action: ModerationAction;
  decisionReason: string;
  until: Date | null;
  decidedAt: Date;
  liftedAt: Date | null;
}

/** Columns of a decision, for a statement that joins `"Decision" d` and its moderator as `"User" m`. */
export const decisionColumns = sql`d.id AS "decisionId", d.action, d.reason AS "decisionReason", d.until,
  d."createdAt" AS "decidedAt", d."liftedAt", ${personColumns("m", "moderator")}`;

export interface ReportRow extends PersonColumns, PersonColumns<"account">, DecisionColumns {
  id: string;
  subjectType: SubjectType;
  subjectId: string;
  reason: ReportReason;
  comment: string;
  status: Report["status"];
  snapshot: Snapshot;
  createdAt: Date;
  openReports: number;
}

/** Columns of a report `r`, its reporter `u`, the reported account `a` and its decision. */
export const reportColumns = sql`r.id, r."subjectType", r."subjectId", r.reason, r.comment, r.status, r.snapshot, r."createdAt",
  (SELECT count(*)::int FROM "Report" o WHERE o."subjectType" = r."subjectType" AND o."subjectId" = r."subjectId"
      AND o.status = 'open') AS "openReports", ${personColumns("u")}, ${personColumns("a", "account")}, ${decisionColumns}`;

export const reportSource = sql`"Report" r JOIN "User" u ON u.id = r."reporterId" JOIN "User" a ON a.id = r."accountId"
  LEFT JOIN "Decision" d ON d.id = r."decisionId" LEFT JOIN "User" m ON m.id = d."moderatorId"`;

export function presentDecision(row: DecisionColumns & { decisionId: string }): Decision {
  return {
    id: row.decisionId,
    action: row.action,
    reason: row.decisionReason,
    until: row.until?.toISOString() ?? null,
    moderator: presentPersonAs("moderator", row),
    createdAt: row.decidedAt.toISOString(),
    liftedAt: row.liftedAt?.toISOString() ?? null,
  };
}

export function presentReport(row: ReportRow): Report {
  const { decisionId } = row;
  return {
    id: row.id,
    subject: { type: row.subjectType, id: row.subjectId },
    reason: row.reason,
    comment: row.comment,
    status: row.status,
    snapshot: row.snapshot,
    reporter: presentPersonColumns(row),
    account: presentPersonAs("account", row),
    openReports: row.openReports,
    decision: decisionId === null ? null : presentDecision({ ...row, decisionId }),
    createdAt: row.createdAt.toISOString(),
  };
}
