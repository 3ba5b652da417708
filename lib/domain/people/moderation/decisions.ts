import { isSuspended, RESTORED } from "@/lib/domain/accounts/users/account-standing";
import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { lockForClosing } from "@/lib/domain/accounts/lifecycle/closing";
import {
  type Context,
  idFor,
  inTransaction,
  read,
  actAs,
  type VisitorContext,
  write,
} from "@/lib/domain/kernel/context";
import { conflict, type DomainError, invalid, notFound } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { requireRecentProof } from "@/lib/domain/accounts/guards/recent-proof";
import { requireHigherRank, requireModerator, outranks } from "@/lib/domain/accounts/guards/staff";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { EFFECTS, type Target } from "./effects";
import { decisionLetter, decisionNotification } from "./messages";
import { getReport } from "./queries";
import { ACTIONS_ON, MAX_SUSPENSION_DAYS, type ModerationAction, PROVEN_ACTIONS, type SubjectType } from "./rules";
import type { DecidedReport, NewDecision } from "./schema";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { suspendAccount } from "./sanctions";
import type { AuditAction } from "@/lib/domain/accounts/audit-log/rules";
import { type Account, ACCOUNT_COLUMNS } from "@/lib/domain/accounts/users/account";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import type { User } from "@/lib/infra/prisma/client";
import type { Role, Tier } from "@/lib/infra/prisma/enums";

interface Decided extends Target {
  reportId: string;
}

/**
 * Decides on a report, and thereby on every open report of the same subject: takes the action, and notifies the person
 * and the reporters, in one transaction. If several moderators decide, the first decision counts. A suspension never
 * shortens a longer one: `suspendedUntil` of the result says when it ends.
 * @throws DomainError `forbidden` for non-moderators, and about oneself or staff of one's own rank or above;
 *   `proof_required` for `PROVEN_ACTIONS`; `conflict` that names who decided before
 */
export async function decideReport(
  ctx: Context,
  { id, ...decision }: NewDecision & { id: string },
): Promise<DecidedReport> {
  requireModerator(ctx);
  if (PROVEN_ACTIONS.includes(decision.action)) requireRecentProof(ctx);
  const suspendedUntil = await inTransaction(ctx, async (tx) => {
    const target = await findTarget(tx, id);
    requireHigherRank(tx, target.account);
    rejectUnfitting(tx, target.subjectType, decision);
    // Locks accounts before their content.
    await (decision.action === "close" ? lockForClosing : lockAccount)(tx, target.account.id);
    const decisionId = await insertDecision(tx, target, decision);
    const reporters = await closeReports(tx, target, { decisionId, action: decision.action });
    if (!reporters) throw await decidedBefore(tx, id);
    await EFFECTS[decision.action](tx, target, decision);
    const until = decision.action === "suspend" ? await endOfSuspension(tx, target) : undefined;
    // Runs last, because closing an account deletes its letters.
    await recordDecision(tx, target, { decisionId, reporters, ...decision, until });
    return until ?? null;
  });
  return { ...(await getReport(ctx, { id })), suspendedUntil };
}

/** Returns when the suspension of an account ends; null if it has no end. */
async function endOfSuspension(tx: Context, { account }: Target): Promise<string | null> {
  const [suspended] = await read<Pick<User, "suspendedUntil">>(tx, "moderation.suspendedUntil")`
    SELECT "suspendedUntil" FROM "User" WHERE id = ${account.id}`;
  return suspended?.suspendedUntil?.toISOString() ?? null;
}

async function findTarget(tx: Context, reportId: string): Promise<Decided> {
  const [row] = await read<Omit<Target, "account"> & Account>(tx, "moderation.target")`
    SELECT r."subjectType", r."subjectId", ${ACCOUNT_COLUMNS}
    FROM "Report" r JOIN "User" u ON u.id = r."accountId" WHERE r.id = ${reportId}`;
  if (!row) throw notFound();
  const { subjectType, subjectId, ...account } = row;
  return { reportId, subjectType, subjectId, account };
}

function rejectUnfitting({ now }: Context, type: SubjectType, { action, until }: NewDecision): void {
  const actions = ACTIONS_ON[type];
  if (!actions.includes(action))
    throw invalid([{ param: "action", message: `A report of a ${type} takes one of: ${actions.join(", ")}` }]);
  if (until === undefined) return;
  const fromNowMs = Date.parse(until) - now.getTime();
  if (fromNowMs <= 0 || fromNowMs > MAX_SUSPENSION_DAYS * DAY_MS)
    throw invalid([{ param: "until", message: `until is within ${MAX_SUSPENSION_DAYS} days from now` }]);
}

async function insertDecision(
  tx: Context,
  { account, subjectType, subjectId }: Target,
  { action, reason, until }: NewDecision,
): Promise<string> {
  const id = idFor(tx, "dec");
  await write(tx, "moderation.decide")`
    INSERT INTO "Decision" (id, "moderatorId", "accountId", "subjectType", "subjectId", action, reason, until, "createdAt")
    VALUES (${id}, ${tx.actor.id}, ${account.id}, ${subjectType}::"ReportSubject", ${subjectId},
            ${action}::"ModerationAction", ${reason}, ${until && new Date(until)}, ${tx.now})`;
  return id;
}

/** Closes the open reports of the subject. Returns who filed them; null if the report itself was closed before. */
async function closeReports(
  tx: Context,
  { reportId, subjectType, subjectId }: Decided,
  { decisionId, action }: { decisionId: string; action: ModerationAction },
): Promise<string[] | null> {
  const closed = await read<{ id: string; reporterId: string }>(tx, "moderation.close")`
    UPDATE "Report" SET status = ${action === "dismiss" ? "dismissed" : "acted"}::"ReportStatus", "decisionId" = ${decisionId}
    WHERE status = 'open' AND "subjectType" = ${subjectType}::"ReportSubject" AND "subjectId" = ${subjectId}
    RETURNING id, "reporterId"`;
  return closed.some(({ id }) => id === reportId) ? closed.map(({ reporterId }) => reporterId) : null;
}

async function decidedBefore(tx: Context, id: string): Promise<DomainError> {
  const { decision } = await getReport(tx, { id });
  const who = decision?.moderator.id === tx.actor.id ? "You" : `@${decision?.moderator.handle}`;
  return conflict(`${who} decided on this already: ${decision?.action}.`);
}

interface DecisionNews extends Omit<NewDecision, "until"> {
  decisionId: string;
  until?: string | null;
  reporters: string[];
}

async function recordDecision(
  tx: Context,
  { account, subjectType, subjectId }: Target,
  { decisionId, reporters, ...decision }: DecisionNews,
): Promise<void> {
  const about = { ...decision, decisionId, subjectType };
  const concernsAccount = decision.action !== "dismiss";
  const thanks =
    decision.action === "dismiss"
      ? "We looked at what you reported. It doesn’t break the rules, so it stays."
      : "Thank you for your report. We looked at it and acted.";
  const notifications = [
    { userIds: concernsAccount ? [account.id] : [], ...decisionNotification(about) },
    { userIds: reporters, subjectId: `${decisionId}:report`, preview: thanks, link: "/notifications" },
  ];
  const letters = concernsAccount ? [decisionLetter(about, account)] : [];
  await record(tx, "report.decided", { decisionId }, { subjectId: decisionId, notifications, letters });
  const details = { decisionId, decision: decision.action, subject: subjectType, subjectId };
  await writeAuditEntry(tx, { action: "report.decided", accountId: account.id, details });
}

interface Suspension {
  userId: string;
  reason: string;
  until: Date;
}

/**
 * Suspends an account without a report. Notifies its owner of the reason; they can appeal. Returns false, and changes
 * nothing, if the account is suspended already, or belongs to staff of the actor's rank or above.
 */
export function suspendByDecision(ctx: Context, { userId, reason, until }: Suspension): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const [account] = await read<Account>(tx, "moderation.lock")`
      SELECT ${ACCOUNT_COLUMNS} FROM "User" u WHERE u.id = ${userId} FOR NO KEY UPDATE`;
    if (!account || isSuspended(account) || !outranks(tx.actor.role, account.role)) return false;
    const target = { account, subjectType: "user", subjectId: userId } as const;
    const decision = { action: "suspend", reason, until: until.toISOString() } as const;
    const decisionId = await insertDecision(tx, target, decision);
    await suspendAccount(actAs(tx, account), until);
    await recordDecision(tx, target, { decisionId, reporters: [], ...decision });
    return true;
  });
}

interface AccountChange {
  handle: string;
  role?: Role;
  tier?: Tier;
  /** True suspends indefinitely, and ends sessions, rooms and webhooks as a moderator's suspension does. */
  suspended?: boolean;
}

/**
 * Changes an account's role, tier or suspension, for the operator at the terminal. Returns null if there is no such
 * account.
 */
export function changeAccount(ctx: VisitorContext, { handle, role, tier, suspended }: AccountChange) {
  return inTransaction(ctx, async (tx) => {
    const [before] = await read<Account>(tx, "moderation.lockByHandle")`
      SELECT ${ACCOUNT_COLUMNS} FROM "User" u WHERE u.handle = ${handle} AND u.id <> ${PLATFORM_USER_ID}
      FOR NO KEY UPDATE`;
    if (!before) return null;
    if (suspended === true) await suspendAccount(actAs(tx, before), null);
    if (suspended === false)
      await write(tx, "moderation.restore")`UPDATE "User" SET ${RESTORED} WHERE id = ${before.id}`;
    const [after = before] = await read<Account>(tx, "moderation.changeAccount")`
      UPDATE "User" u SET role = COALESCE(${role}::"Role", u.role), tier = COALESCE(${tier}::"Tier", u.tier)
      WHERE u.id = ${before.id} RETURNING ${ACCOUNT_COLUMNS}`;
    const changed: [AuditAction, boolean, Record<string, string>][] = [
      ["role.changed", before.role !== after.role, { from: before.role, to: after.role }],
      ["tier.changed", before.tier !== after.tier, { from: before.tier, to: after.tier }],
      ["account.suspended", suspended === true, {}],
      ["account.restored", suspended === false && before.suspendedAt !== null, {}],
    ];
    for (const [action, isChanged, details] of changed)
      if (isChanged) await writeAuditEntry(tx, { action, accountId: before.id, details });
    return after;
  });
}
