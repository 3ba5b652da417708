import type { User } from "@/lib/infra/prisma/client";
import { standingOf } from "@/lib/domain/accounts/users/account-standing";
import { type Context, read } from "@/lib/domain/kernel/context";
import { firstRows, newestFirst, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { requireModerator } from "@/lib/domain/accounts/guards/staff";
import { joined, literal, sql, type Sql } from "@/lib/infra/database/sql";
import { notFound } from "@/lib/domain/kernel/errors";
import { HISTORY_ROWS, MESSAGES_AROUND, type ModerationAction, type ReportReason, type SubjectType } from "./rules";
import type { Decision, Report, ReportContext, ReportFilter, Subject, Surrounding, Snapshot } from "./schema";
import { isOnBuild } from "@/lib/domain/writing/builds/comments";
import {
  type PersonColumns,
  personColumns,
  presentPersonColumns,
  presentPersonAs,
} from "@/lib/domain/accounts/users/present";

const KEY = { at: sql`r."createdAt"`, id: sql`r.id` };

/**
 * Lists reports, newest first. Omits those about the caller, who may not learn who filed them.
 * @throws DomainError `forbidden`
 */
export async function listReports(
  ctx: Context,
  { status, reason, type, ...request }: PageRequest & ReportFilter,
): Promise<Page<Report>> {
  requireModerator(ctx);
  const asked = Object.entries({ type, reason }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  // Each combination of filters has an index that begins with it and continues by time. The filters are not an equality
  // prefix of `newestFirst`: PostgreSQL expects no rows below the first status, "open", and would sort them all.
  const filter = joined(
    [
      sql`r.status = ${status}::"ReportStatus"`,
      ...(type === undefined ? [] : [sql`r."subjectType" = ${type}::"ReportSubject"`]),
      ...(reason === undefined ? [] : [sql`r.reason = ${reason}`]),
    ],
    " AND ",
  );
  return paginate<ReportRow, Report>(request, {
    list: ["reports", status, reason ?? "", type ?? ""],
    rows: (after, take) =>
      read<ReportRow>(ctx, ["moderation.queue", ...asked].join("."))`${firstRows(
        take,
        sql`SELECT ${reportColumns} FROM ${reportSource}
            WHERE ${filter} AND r."accountId" <> ${ctx.actor.id} AND ${newestFirst(KEY, after)}`,
      )}`,
    position: ({ createdAt, id }) => ({ at: createdAt, id }),
    present: presentReport,
  });
}

/** Returns one report, for moderators. @throws DomainError `forbidden`, `not_found` for one about the caller as well */
export async function getReport(ctx: Context, { id }: { id: string }): Promise<Report> {
  requireModerator(ctx);
  const [row] = await read<ReportRow>(ctx, "moderation.one")`
    SELECT ${reportColumns} FROM ${reportSource} WHERE r.id = ${id} AND r."accountId" <> ${ctx.actor.id}`;
  if (!row) throw notFound();
  return presentReport(row);
}

type StandingRow = Pick<User, "createdAt" | "suspendedUntil" | "suspendedAt" | "limitedAt" | "closedAt" | "role">;

/**
 * Returns the surroundings of a report's subject, and other reports and decisions about the account.
 * @throws DomainError `forbidden`, `not_found`
 */
export async function getReportContext(ctx: Context, { id }: { id: string }): Promise<ReportContext> {
  const { account, subject } = await getReport(ctx, { id });
  const [around, reports, decisions, [row]] = await Promise.all([
    readSurroundings(ctx, subject),
    read<ReportRow>(ctx, "moderation.earlierReports")`
      SELECT ${reportColumns} FROM ${reportSource} WHERE r."accountId" = ${account.id} AND r.id <> ${id}
      ORDER BY r."createdAt" DESC, r.id DESC LIMIT ${literal(HISTORY_ROWS)}`,
    listDecisionsAbout(ctx, account.id),
    read<StandingRow>(ctx, "moderation.standing")`
      SELECT "createdAt", "suspendedUntil", "suspendedAt", "limitedAt", "closedAt", role FROM "User"
      WHERE id = ${account.id}`,
  ]);
  const state = row!;
  return {
    around,
    reports: reports.map(presentReport),
    decisions,
    account: {
      createdAt: state.createdAt.toISOString(),
      role: state.role,
      suspendedUntil: state.suspendedUntil?.toISOString() ?? null,
      state: standingOf(state),
    },
  };
}

/** Lists the newest decisions about an account. The caller must check that the actor is staff. */
export async function listDecisionsAbout(ctx: Context, accountId: string): Promise<Decision[]> {
  const rows = await read<DecisionColumns & { decisionId: string }>(ctx, "moderation.earlierDecisions")`
    SELECT ${decisionColumns} FROM "Decision" d JOIN "User" m ON m.id = d."moderatorId"
    WHERE d."accountId" = ${accountId} ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${literal(HISTORY_ROWS)}`;
  return rows.map(presentDecision);
}

interface SurroundingRow extends PersonColumns {
  id: string;
  content: string;
  createdAt: Date;
  isLater: boolean;
}

/**
 * Returns the post and comment that a comment replies to, or the messages before and after a message, oldest first: in
 * their current form, without deleted ones. Ignores blocks. The caller must check that the actor is a moderator.
 */
export async function readSurroundings(ctx: Context, { type, id }: Subject): Promise<Surrounding[]> {
  const kind = type === "comment" && isOnBuild(id) ? "buildComment" : type;
  if (!hasSurroundings(kind)) return [];
  const rows = await read<SurroundingRow>(ctx, `surroundings.${kind}`)`${AROUND[kind](id)}`;
  return rows.map(({ id, content, createdAt, isLater, ...author }) => ({
    id,
    author: presentPersonColumns(author),
    content,
    createdAt: createdAt.toISOString(),
    isLater,
  }));
}

const columns = (table: string): Sql =>
  sql`${literal(table)}.id, ${literal(table)}.content, ${literal(table)}."createdAt"`;
const author = personColumns("u");

const AROUND = {
  comment: (id: string) => sql`
    SELECT ${columns("p")}, false AS "isLater", ${author}
      FROM "Comment" c JOIN "Post" p ON p.id = c."postId" JOIN "User" u ON u.id = p."authorId"
     WHERE c.id = ${id} AND p."deletedAt" IS NULL
    UNION ALL
    SELECT ${columns("a")}, false, ${author}
      FROM "Comment" c JOIN "Comment" a ON a.id = c."parentId" JOIN "User" u ON u.id = a."authorId"
     WHERE c.id = ${id} AND a."deletedAt" IS NULL
    ORDER BY "createdAt"`,
  buildComment: (id: string) => sql`
    SELECT b.id, b.title || E'\n\n' || b.description AS content, b."publishedAt" AS "createdAt", false AS "isLater", ${author}
      FROM "BuildComment" c JOIN "Build" b ON b.id = c."buildId" JOIN "User" u ON u.id = b."authorId"
     WHERE c.id = ${id} AND b."deletedAt" IS NULL`,
  message: (id: string) => sql`
    SELECT ${columns("m")}, m.seq > s.seq AS "isLater", ${author}
      FROM "RoomMessage" s CROSS JOIN LATERAL (
        (SELECT * FROM "RoomMessage" e WHERE e."roomId" = s."roomId" AND e.kind = 'message' AND e.seq < s.seq
          ORDER BY e.seq DESC LIMIT ${literal(MESSAGES_AROUND.before)})
        UNION ALL
        (SELECT * FROM "RoomMessage" l WHERE l."roomId" = s."roomId" AND l.kind = 'message' AND l.seq > s.seq
          ORDER BY l.seq LIMIT ${literal(MESSAGES_AROUND.after)})) m JOIN "User" u ON u.id = m."userId"
     WHERE s.id = ${id} AND m."deletedAt" IS NULL
     ORDER BY m.seq`,
};

const hasSurroundings = (kind: string): kind is keyof typeof AROUND => kind in AROUND;

export interface DecisionColumns extends PersonColumns<"moderator"> {
  decisionId: string | null;
  action: ModerationAction;
  decisionReason: string;
  until: Date | null;
  decidedAt: Date;
  liftedAt: Date | null;
}

export const decisionColumns = sql`d.id AS "decisionId", d.action, d.reason AS "decisionReason", d.until,
  d."createdAt" AS "decidedAt", d."liftedAt", ${personColumns("m", "moderator")}`;

interface ReportRow extends PersonColumns, PersonColumns<"account">, DecisionColumns {
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

const reportColumns = sql`r.id, r."subjectType", r."subjectId", r.reason, r.comment, r.status, r.snapshot, r."createdAt",
  (SELECT count(*)::int FROM "Report" o WHERE o."subjectType" = r."subjectType" AND o."subjectId" = r."subjectId"
      AND o.status = 'open') AS "openReports", ${personColumns("u")}, ${personColumns("a", "account")}, ${decisionColumns}`;

const reportSource = sql`"Report" r JOIN "User" u ON u.id = r."reporterId" JOIN "User" a ON a.id = r."accountId"
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

function presentReport(row: ReportRow): Report {
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
