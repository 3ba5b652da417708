import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import { requireModerator } from "@/lib/domain/accounts/guards/staff";
import { type Sql, sql } from "@/lib/infra/database/sql";
import { appealToken, decisionOfToken } from "./appeal-token";
import { type DecisionColumns, decisionColumns, presentDecision } from "./queries";
import type { SubjectType } from "./rules";
import type { Appeal, OwnDecision, Snapshot } from "./schema";

interface DecisionRow extends DecisionColumns {
  decisionId: string;
  subjectType: SubjectType;
  subjectId: string;
  snapshot: Snapshot | null;
  appealContent: string | null;
  appealStatus: Appeal["status"];
  answer: string;
  appealedAt: Date;
  answeredAt: Date | null;
}

const COLUMNS = sql`${decisionColumns}, d."subjectType", d."subjectId",
  (SELECT r.snapshot FROM "Report" r WHERE r."decisionId" = d.id LIMIT 1) AS snapshot,
  p.content AS "appealContent", p.status AS "appealStatus", p.answer, p."createdAt" AS "appealedAt", p."decidedAt" AS "answeredAt"`;
const SOURCE = sql`"Decision" d JOIN "User" m ON m.id = d."moderatorId" LEFT JOIN "Appeal" p ON p."decisionId" = d.id`;

export function listOwnDecisions(ctx: Context, request: PageRequest): Promise<Page<OwnDecision>> {
  return paginate<DecisionRow, OwnDecision>(request, {
    list: ["decisions", ctx.actor.id],
    rows: (after, take) =>
      read<DecisionRow>(ctx, "moderation.own")`
        SELECT ${COLUMNS} FROM ${SOURCE}
        WHERE d."accountId" = ${ctx.actor.id} AND d.action <> 'dismiss'
          AND (d."createdAt", d.id) < (${after.at}::timestamptz, ${after.id})
        ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${take}`,
    position: ({ decidedAt, decisionId }) => ({ at: decidedAt, id: decisionId }),
    present: presentOwn,
  });
}

/** Returns the decision that a letter's token is for. @throws DomainError `not_found` for a token that is not ours */
export async function getDecisionOfToken(ctx: VisitorContext, { token }: { token: string }): Promise<OwnDecision> {
  const [row] = await one(ctx, decisionOfToken(token) ?? "");
  if (!row) throw notFound();
  return presentOwn(row);
}

/** Returns a token for the moderators' decision that locks an account's owner out; null if there is none. */
export async function findSanctionToken(ctx: VisitorContext, userId: string): Promise<string | null> {
  const [sanction] = await read<{ id: string }>(ctx, "moderation.sanction")`
    SELECT id FROM "Decision" WHERE "accountId" = ${userId} AND action IN ('suspend', 'close') AND "liftedAt" IS NULL
    ORDER BY "createdAt" DESC, id DESC LIMIT 1`;
  return sanction ? appealToken(sanction.id) : null;
}

const one = (ctx: VisitorContext, id: string) =>
  read<DecisionRow>(ctx, "moderation.decision")`
    SELECT ${COLUMNS} FROM ${SOURCE} WHERE d.id = ${id} AND d.action <> 'dismiss'`;

type AppealRow = DecisionRow & PersonColumns;

/**
 * Lists appeals, newest first, for moderators. Omits the caller's own, because the decision names who made it.
 * @throws DomainError `forbidden`
 */
export async function listAppeals(
  ctx: Context,
  { status, ...request }: PageRequest & { status: Appeal["status"] },
): Promise<Page<Appeal>> {
  requireModerator(ctx);
  return paginate<AppealRow, Appeal>(request, {
    list: ["appeals", status],
    rows: (after, take) => read<AppealRow>(ctx, "moderation.appeals")`${appealsAfter(ctx, status, after, take)}`,
    position: ({ appealedAt, decisionId }) => ({ at: appealedAt, id: decisionId }),
    present: (row) => ({
      ...presentAppeal(row),
      decision: { ...presentDecision(row), subject: { type: row.subjectType, id: row.subjectId } },
      account: presentPersonColumns(row),
      snapshot: row.snapshot,
    }),
  });
}

function appealsAfter({ actor }: Context, status: string, after: { at: string; id: string }, take: number): Sql {
  return sql`SELECT ${COLUMNS}, ${personColumns("a")} FROM "Appeal" p JOIN "Decision" d ON d.id = p."decisionId"
      JOIN "User" m ON m.id = d."moderatorId" JOIN "User" a ON a.id = d."accountId"
     WHERE p.status = ${status}::"AppealStatus" AND d."accountId" <> ${actor.id}
       AND (p."createdAt", p."decisionId") < (${after.at}::timestamptz, ${after.id})
     ORDER BY p.status DESC, p."createdAt" DESC, p."decisionId" DESC LIMIT ${take}`;
}

function presentAppeal(row: DecisionRow) {
  return {
    content: row.appealContent ?? "",
    status: row.appealStatus,
    answer: row.answer,
    createdAt: row.appealedAt.toISOString(),
    decidedAt: row.answeredAt?.toISOString() ?? null,
  };
}

function presentOwn(row: DecisionRow): OwnDecision {
  const { moderator: _moderator, ...shown } = presentDecision(row);
  return {
    ...shown,
    subject: { type: row.subjectType, id: row.subjectId },
    quote: row.snapshot?.content ?? null,
    appeal: row.appealContent === null ? null : presentAppeal(row),
  };
}
