import { RESTORED, suspendedForGood } from "@/lib/domain/users/account-standing";
import { endAccess, WHILE_SUSPENDED } from "@/lib/domain/accounts/access";
import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction, type VisitorContext, write } from "@/lib/domain/context";
import { sql } from "@/lib/infra/database/sql";
import { leaveAllRooms } from "@/lib/domain/rooms/membership";
import { narrowPostsOf, widenPostsOf } from "./hiding";

/** Limits the audience of everything that an account writes to its followers. */
export async function limitAccount(tx: Context, userId: string): Promise<void> {
  await tx.db.user.updateMany({ where: { id: userId, limitedAt: null }, data: { limitedAt: tx.now } });
  await narrowPostsOf(tx, userId);
}

export async function unlimitAccount(tx: Context, userId: string): Promise<void> {
  await tx.db.user.updateMany({ where: { id: userId }, data: { limitedAt: null } });
  await widenPostsOf(tx, userId);
}

/**
 * Suspends the actor: ends their sessions and thereby their streams, their room memberships, and their webhooks. API
 * keys are rejected while it lasts. A longer suspension stays in force.
 */
export async function suspendAccount(tx: Context, until: Date | null): Promise<void> {
  await leaveAllRooms(tx);
  await endAccess(tx, WHILE_SUSPENDED);
  await write(tx, "moderation.suspend")`
    UPDATE "User" SET "suspendedAt" = ${tx.now}, "suspendedUntil" = CASE
      WHEN ${until}::timestamptz IS NULL OR ${suspendedForGood(sql`"User"`)}
      THEN NULL ELSE GREATEST("suspendedUntil", ${until}::timestamptz) END
    WHERE id = ${tx.actor.id}`;
}

/**
 * Ends a suspension whose decision was reversed, or shortens it to what other decisions still require. An indefinite
 * one, which only the operator sets, stays in force.
 */
export async function takeBackSuspension(tx: Context, accountId: string): Promise<void> {
  const { _max: others } = await tx.db.decision.aggregate({
    where: { accountId, action: "suspend", liftedAt: null, until: { gt: tx.now } },
    _max: { until: true },
  });
  if (others.until === null) await endSuspension(tx, accountId);
  else
    await tx.db.user.updateMany({
      where: { id: accountId, suspendedUntil: { gt: others.until } },
      data: { suspendedUntil: others.until },
    });
}

/**
 * Ends a suspension by moderators; with `isOver` only one that has run out. Never ends the operator's. A closed account
 * stays closed. Returns whether it ended one.
 */
export async function endSuspension(
  tx: VisitorContext,
  userId: string,
  { isOver = false }: { isOver?: boolean } = {},
): Promise<boolean> {
  const ends = isOver ? sql`"suspendedUntil" <= ${tx.now}` : sql`"suspendedUntil" IS NOT NULL`;
  const ended = await write(tx, isOver ? "moderation.endSuspensionInTime" : "moderation.endSuspension")`
    UPDATE "User" SET ${RESTORED} WHERE id = ${userId} AND ${ends}`;
  if (ended > 0) await writeAuditEntry(tx, { action: "account.restored", accountId: userId, actorId: null });
  return ended > 0;
}

/** Ends every suspension that has run out. */
export async function endDueSuspensions(ctx: VisitorContext): Promise<void> {
  const due = await ctx.db.user.findMany({
    where: { suspendedUntil: { lte: ctx.now } },
    select: { id: true },
    take: DUE_BATCH,
  });
  for (const { id } of due)
    await inTransaction(ctx, async (tx) => {
      // A moderator may have extended it in the meantime.
      if (!(await endSuspension(tx, id, { isOver: true }))) return;
      await write(tx, "moderation.suspensionOver")`
        UPDATE "Decision" SET "liftedAt" = ${tx.now}
        WHERE "accountId" = ${id} AND action = 'suspend' AND "liftedAt" IS NULL AND until <= ${tx.now}`;
    });
}

const DUE_BATCH = 100;
