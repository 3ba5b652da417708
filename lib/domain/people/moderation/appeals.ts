import { closedOwner } from "@/lib/domain/accounts/lifecycle/reopening";
import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { actAs, type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { conflict, type DomainError, forbidden, notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { requireHigherRank, requireModerator, rolesAbove } from "@/lib/domain/accounts/guards/staff";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { type Account, ACCOUNT_COLUMNS, readAccount } from "@/lib/domain/accounts/users/account";
import type { Appeal, Decision } from "@/lib/infra/prisma/client";
import { decisionOfToken } from "./appeal-token";
import { REVERSALS, type Target } from "./effects";
import { answerLetter, answerNotification } from "./messages";
import type { AppealAnswer, NewAppeal } from "./schema";

/**
 * Files the one appeal against a decision: signed in, or with the token of the letter about it, which also works for a
 * suspended account.
 * @throws DomainError `not_found` for a decision about somebody else, `conflict` for a second appeal
 */
export function fileAppeal(ctx: VisitorContext, { decisionId, token, content }: NewAppeal): Promise<{ id: string }> {
  return inTransaction(ctx, async (tx) => {
    const id = token === undefined ? decisionId : decisionOfToken(token);
    const decision = id ? await findDecision(tx, id) : null;
    const isTheirs = decision && (token !== undefined || decision.account.id === tx.actor?.id);
    if (!isTheirs || decision.action === "dismiss") throw notFound();
    const filed = await write(tx, "moderation.appeal")`
      INSERT INTO "Appeal" ("decisionId", content, "createdAt") VALUES (${decision.id}, ${content}, ${tx.now})
      ON CONFLICT DO NOTHING`;
    if (filed === 0) throw conflict("You appealed this decision already.");
    const author = actAs(tx, decision.account);
    await record(author, "appeal.filed", { decisionId: decision.id }, { subjectId: decision.id });
    await writeAuditEntry(author, { action: "appeal.filed", details: { decisionId: decision.id } });
    return { id: decision.id };
  });
}

/**
 * Grants or rejects an appeal. The moderator who made the decision may not decide if there is another moderator.
 * @throws DomainError `forbidden`, `not_found`, `conflict` if another moderator decided first
 */
export async function decideAppeal(
  ctx: Context,
  { id, granted, answer }: AppealAnswer & { id: string },
): Promise<void> {
  requireModerator(ctx);
  await inTransaction(ctx, async (tx) => {
    const decision = await findDecision(tx, id);
    if (!decision?.isAppealed) throw notFound();
    await rejectBiased(tx, decision);
    await lockAccount(tx, decision.account.id);
    const answered = await write(tx, "moderation.answer")`
      UPDATE "Appeal" SET status = ${granted ? "granted" : "upheld"}::"AppealStatus", answer = ${answer},
                          "decidedById" = ${tx.actor.id}, "decidedAt" = ${tx.now}
      WHERE "decisionId" = ${id} AND status = 'open'`;
    if (answered === 0) throw await answeredBefore(tx, id);
    if (granted) {
      const lifted = await write(tx, "moderation.lift")`
        UPDATE "Decision" SET "liftedAt" = ${tx.now} WHERE id = ${id} AND "liftedAt" IS NULL`;
      if (lifted > 0 && !(await isStillDecided(tx, decision))) await REVERSALS[decision.action](tx, decision);
    }
    await notifyOfAnswer(tx, decision, { granted, answer });
  });
}

async function notifyOfAnswer(
  tx: Context,
  { id, action, account: { id: userId } }: AppealedDecision,
  answered: AppealAnswer,
): Promise<void> {
  // Read again: reversing the decision may have reopened the account.
  const account = await readAccount(tx, userId);
  const { email, handle } = (await closedOwner(tx, userId)) ?? account;
  const about = { decisionId: id, action, ...answered, isReopened: action === "close" && account.closedAt === null };
  const details = { decisionId: id, granted: answered.granted };
  const notifications = [{ userIds: [userId], ...answerNotification(about) }];
  const letters = [answerLetter(about, { id: userId, email, handle })];
  await record(tx, "appeal.decided", details, { subjectId: id, notifications, letters });
  await writeAuditEntry(tx, { action: "appeal.decided", accountId: userId, details });
}

interface AppealedDecision extends Target, Pick<Decision, "id" | "moderatorId" | "action"> {
  isAppealed: boolean;
}

async function findDecision(tx: VisitorContext, id: string): Promise<AppealedDecision | null> {
  const [row] = await read<Omit<AppealedDecision, "id" | "account"> & Account>(tx, "moderation.appealed")`
    SELECT d."moderatorId", d.action, d."subjectType", d."subjectId", ${ACCOUNT_COLUMNS},
           EXISTS (SELECT FROM "Appeal" p WHERE p."decisionId" = d.id) AS "isAppealed"
    FROM "Decision" d JOIN "User" u ON u.id = d."accountId" WHERE d.id = ${id}`;
  if (!row) return null;
  const { moderatorId, action, subjectType, subjectId, isAppealed, ...account } = row;
  return { id, moderatorId, action, subjectType, subjectId, isAppealed, account };
}

/** Suspensions are recomputed instead, since one may become shorter. */
async function isStillDecided(tx: Context, decision: AppealedDecision): Promise<boolean> {
  const { id, account, action, subjectType, subjectId } = decision;
  if (action === "suspend") return false;
  const others = await read(tx, "moderation.stillDecided")`
    SELECT 1 FROM "Decision"
    WHERE "accountId" = ${account.id} AND action = ${action}::"ModerationAction" AND "liftedAt" IS NULL AND id <> ${id}
      AND (action <> 'hide' OR ("subjectType" = ${subjectType}::"ReportSubject" AND "subjectId" = ${subjectId}))`;
  return others.length > 0;
}

async function rejectBiased(tx: Context, { moderatorId, account }: AppealedDecision): Promise<void> {
  requireHigherRank(tx, account);
  if (moderatorId !== tx.actor.id) return;
  const others = await read(tx, "moderation.unbiased")`
    SELECT 1 FROM "User" WHERE role = ANY (${rolesAbove(account.role)}::"Role"[]) AND role <> 'MEMBER'
      AND "suspendedAt" IS NULL AND id NOT IN (${tx.actor.id}, ${account.id}) LIMIT 1`;
  if (others.length > 0) throw forbidden("You decided on this before. Another moderator hears the appeal.");
}

type AnsweredRow = Pick<Appeal, "status" | "decidedById"> & { handle: string | null };

async function answeredBefore(tx: Context, decisionId: string): Promise<DomainError> {
  const [appeal] = await read<AnsweredRow>(tx, "moderation.answered")`
    SELECT p.status, p."decidedById", u.handle FROM "Appeal" p LEFT JOIN "User" u ON u.id = p."decidedById"
    WHERE p."decisionId" = ${decisionId}`;
  const who = appeal?.decidedById === tx.actor.id ? "You" : `@${appeal?.handle}`;
  return conflict(`${who} decided on this appeal already: ${appeal?.status}.`);
}
