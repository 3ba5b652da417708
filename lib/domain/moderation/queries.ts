import { type Context, read } from "@/lib/domain/context";
import { newestFirst, paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { requireModerator } from "@/lib/domain/staff";
import { literal, sql } from "@/lib/infra/database/sql";
import { notFound } from "@/lib/domain/errors";
import {
  type DecisionColumns,
  decisionColumns,
  presentDecision,
  presentReport,
  reportColumns,
  type ReportRow,
  reportSource,
} from "./present";
import { HISTORY_ROWS } from "./rules";
import { readSurroundings } from "./surroundings";
import type { Decision, Report, ReportContext, ReportFilter } from "./schema";

const KEY = { at: sql`r."createdAt"`, id: sql`r.id` };

/**
 * Lists reports of one status, newest first, for moderators. Leaves out reports about the caller, so that they do not
 * learn who filed them.
 * @throws DomainError `forbidden`
 */
export async function listReports(
  ctx: Context,
  { status, reason, type, ...request }: PageRequest & ReportFilter,
): Promise<Page<Report>> {
  requireModerator(ctx);
  const prefix = [{ column: sql`r.status`, value: sql`${status}::"ReportStatus"` }];
  return paginate<ReportRow, Report>(request, {
    list: ["reports", status, reason ?? "", type ?? ""],
    rows: (after, take) =>
      read(
        ctx,
        "moderation.queue",
        sql`SELECT ${reportColumns} FROM ${reportSource}
          WHERE (${reason ?? null}::text IS NULL OR r.reason = ${reason ?? null})
            AND (${type ?? null}::text IS NULL OR r."subjectType"::text = ${type ?? null})
            AND r."accountId" <> ${ctx.actor.id} AND ${newestFirst(KEY, after, prefix)} LIMIT ${take}`,
      ),
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present: presentReport,
  });
}

/**
 * Returns one report, for moderators.
 * @throws DomainError `forbidden`, `not_found` for one about the caller as well
 */
export async function getReport(ctx: Context, { id }: { id: string }): Promise<Report> {
  requireModerator(ctx);
  const [row] = await read<ReportRow>(
    ctx,
    "moderation.one",
    sql`SELECT ${reportColumns} FROM ${reportSource} WHERE r.id = ${id} AND r."accountId" <> ${ctx.actor.id}`,
  );
  if (!row) throw notFound();
  return presentReport(row);
}

/**
 * Returns the context of a report: what is around its subject, other reports about the account, and decisions about it.
 * @throws DomainError `forbidden`, `not_found`
 */
export async function getReportContext(ctx: Context, { id }: { id: string }): Promise<ReportContext> {
  const { account, subject } = await getReport(ctx, { id });
  const [around, reports, decisions, state] = await Promise.all([
    readSurroundings(ctx, subject),
    read<ReportRow>(
      ctx,
      "moderation.earlierReports",
      sql`SELECT ${reportColumns} FROM ${reportSource} WHERE r."accountId" = ${account.id} AND r.id <> ${id}
        ORDER BY r."createdAt" DESC, r.id DESC LIMIT ${literal(HISTORY_ROWS)}`,
    ),
    listDecisionsAbout(ctx, account.id),
    ctx.db.user.findUniqueOrThrow({
      where: { id: account.id },
      select: { createdAt: true, suspendedUntil: true, suspendedAt: true, limitedAt: true, closedAt: true, role: true },
    }),
  ]);
  return {
    around,
    reports: reports.map(presentReport),
    decisions,
    account: {
      createdAt: state.createdAt.toISOString(),
      role: state.role,
      suspendedUntil: state.suspendedUntil?.toISOString() ?? null,
      state: state.closedAt ? "closed" : state.suspendedAt ? "suspended" : state.limitedAt ? "limited" : "active",
    },
  };
}

/** Returns the latest decisions about an account. The caller must check that the actor is staff. */
export async function listDecisionsAbout(ctx: Context, accountId: string): Promise<Decision[]> {
  const rows = await read<DecisionColumns & { decisionId: string }>(
    ctx,
    "moderation.earlierDecisions",
    sql`SELECT ${decisionColumns} FROM "Decision" d JOIN "User" m ON m.id = d."moderatorId"
      WHERE d."accountId" = ${accountId} ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${literal(HISTORY_ROWS)}`,
  );
  return rows.map(presentDecision);
}
