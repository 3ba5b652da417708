import { closedOwner } from "@/lib/domain/accounts/reopening";
import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { actAs, type Context, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { conflict, type DomainError, forbidden, notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { requireHigherRank, requireModerator, rolesAbove } from "@/lib/domain/guards/staff";
import { lockUser } from "@/lib/domain/guards/locks";
import type { User } from "@/lib/infra/prisma/client";
import { decisionOfToken } from "./appeal-token";
import { REVERSALS } from "./effects";
import { answerLetter, answerNotice } from "./messages";
import type { AppealAnswer, NewAppeal } from "./schema";

/**
 * Appeals a decision, once: signed in, or with the token of the letter about it, which also works for a suspended
 * account.
 * @throws DomainError `not_found` for a decision about somebody else, `conflict` for a second appeal
 */
export function fileAppeal(ctx: VisitorContext, { decisionId, token, content }: NewAppeal): Promise<{ id: string }> {
  return inTransaction(ctx, async (tx) => {
    const id = token === undefined ? decisionId : decisionOfToken(token);
    const decision = id ? await tx.db.decision.findUnique({ where: { id }, include: { account: true } }) : null;
    const isTheirs = decision && (token !== undefined || decision.accountId === tx.actor?.id);
    if (!isTheirs || decision.action === "dismiss") throw notFound();
    const { count } = await tx.db.appeal.createMany({
      data: { decisionId: decision.id, content, createdAt: tx.now },
      skipDuplicates: true,
    });
    if (count === 0) throw conflict("You appealed this decision already.");
    const author = actAs(tx, decision.account);
    await record(author, "appeal.filed", { decisionId: decision.id }, { subjectId: decision.id });
    await writeAuditEntry(author, { action: "appeal.filed", details: { decisionId: decision.id } });
    return { id: decision.id };
  });
}

/**
 * Decides on an appeal: upholds the decision, or reverses it. The moderator who made the decision may not decide if
 * there is another moderator.
 * @throws DomainError `forbidden`, `not_found`, `conflict` if another moderator decided first
 */
export async function decideAppeal(
  ctx: Context,
  { id, granted, answer }: AppealAnswer & { id: string },
): Promise<void> {
  requireModerator(ctx);
  await inTransaction(ctx, async (tx) => {
    const decision = await tx.db.decision.findUnique({ where: { id }, include: { account: true, appeal: true } });
    if (!decision?.appeal) throw notFound();
    const { account } = decision;
    await rejectBiased(tx, decision);
    await lockUser(tx, account.id);
    const { count } = await tx.db.appeal.updateMany({
      where: { decisionId: id, status: "open" },
      data: { status: granted ? "granted" : "upheld", answer, decidedById: tx.actor.id, decidedAt: tx.now },
    });
    if (count === 0) throw await answeredBefore(tx, id);
    if (granted) {
      const { count: lifted } = await tx.db.decision.updateMany({
        where: { id, liftedAt: null },
        data: { liftedAt: tx.now },
      });
      if (lifted > 0 && !(await isStillDecided(tx, decision))) await REVERSALS[decision.action](tx, decision);
    }
    await notifyOfAnswer(tx, decision, { granted, answer });
  });
}

async function notifyOfAnswer(
  tx: Context,
  { id, action, account: { id: userId } }: DecisionRow & { account: Account },
  answered: AppealAnswer,
): Promise<void> {
  // Read again: reversing the decision may have reopened the account.
  const account = await tx.db.user.findUniqueOrThrow({ where: { id: userId } });
  const { email, handle } = (await closedOwner(tx, userId)) ?? account;
  const about = { decisionId: id, action, ...answered, isReopened: action === "close" && account.closedAt === null };
  const details = { decisionId: id, granted: answered.granted };
  const notices = [{ userIds: [userId], ...answerNotice(about) }];
  const letters = [answerLetter(about, { id: userId, email, handle })];
  await record(tx, "appeal.decided", details, { subjectId: id, notices, letters });
  await writeAuditEntry(tx, { action: "appeal.decided", accountId: userId, details });
}

type DecisionRow = Awaited<ReturnType<Context["db"]["decision"]["findUniqueOrThrow"]>>;

/**
 * Whether another decision still has the same effect. Suspensions are recomputed instead, since one may become shorter.
 */
async function isStillDecided({ db }: Context, decision: DecisionRow): Promise<boolean> {
  const { id, accountId, action, subjectType, subjectId } = decision;
  if (action === "suspend") return false;
  const same = action === "hide" ? { subjectType, subjectId } : {};
  return (await db.decision.count({ where: { id: { not: id }, accountId, action, liftedAt: null, ...same } })) > 0;
}

async function rejectBiased(tx: Context, { moderatorId, account }: DecisionRow & { account: Account }): Promise<void> {
  const { actor } = tx;
  requireHigherRank(tx, account);
  if (moderatorId !== actor.id) return;
  const others = await tx.db.user.count({
    where: {
      role: { in: rolesAbove(account.role) },
      suspendedAt: null,
      id: { notIn: [actor.id, account.id] },
    },
  });
  if (others > 0) throw forbidden("You decided on this before. Another moderator hears the appeal.");
}

type Account = Pick<User, "id" | "role">;

async function answeredBefore({ db, actor }: Context, decisionId: string): Promise<DomainError> {
  const appeal = await db.appeal.findUnique({ where: { decisionId }, include: { decidedBy: true } });
  const who = appeal?.decidedById === actor.id ? "You" : `@${appeal?.decidedBy?.handle}`;
  return conflict(`${who} decided on this appeal already: ${appeal?.status}.`);
}
