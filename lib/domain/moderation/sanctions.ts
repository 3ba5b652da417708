import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/context";
import { leaveAllRooms } from "@/lib/domain/rooms/closing";
import { disableOwnEndpoints } from "@/lib/domain/webhooks/closing";
import { sql } from "@/lib/infra/sql";
import { narrowPostsOf, widenPostsOf } from "./hiding";

/** Shows what an account writes to its followers only. */
export async function limitAccount(tx: Context, userId: string): Promise<void> {
  await tx.db.user.updateMany({ where: { id: userId, limitedAt: null }, data: { limitedAt: tx.now } });
  await narrowPostsOf(tx, userId);
}

export async function unlimitAccount(tx: Context, userId: string): Promise<void> {
  await tx.db.user.updateMany({ where: { id: userId }, data: { limitedAt: null } });
  await widenPostsOf(tx, userId);
}

/**
 * Suspends the actor: ends their sessions, and with them their streams, their rooms and webhooks. API keys are refused
 * as long as it lasts.
 */
export async function suspendAccount(tx: Context, until: Date | null): Promise<void> {
  await leaveAllRooms(tx);
  await disableOwnEndpoints(tx);
  await tx.db.session.deleteMany({ where: { userId: tx.actor.id } });
  await tx.db.user.update({
    where: { id: tx.actor.id },
    data: { suspendedAt: tx.now, suspendedUntil: until },
    select: { id: true },
  });
}

/**
 * Ends a suspension that moderators decided, or only one whose time `isOver`: the operator's is not theirs to end. A
 * closed account stays closed: it is only no longer suspended as well. Returns whether it did.
 */
export async function endSuspension(
  tx: VisitorContext,
  userId: string,
  { isOver = false }: { isOver?: boolean } = {},
): Promise<boolean> {
  const ends = isOver
    ? sql`"suspendedUntil" <= ${tx.now}`
    : sql`"suspendedAt" IS DISTINCT FROM "closedAt" AND ${WAS_DECIDED}`;
  const ended = await read<{ id: string }>(
    tx,
    isOver ? "moderation.endSuspensionInTime" : "moderation.endSuspension",
    sql`UPDATE "User" SET "suspendedAt" = "closedAt", "suspendedUntil" = NULL
      WHERE id = ${userId} AND ${ends}
      RETURNING id`,
  );
  if (ended.length > 0) await writeAuditEntry(tx, { action: "account.restored", accountId: userId, actorId: null });
  return ended.length > 0;
}

/** A decision and the suspension that it begins have the same time. */
const WAS_DECIDED = sql`EXISTS (SELECT 1 FROM "Decision" d WHERE d."accountId" = "User".id AND d.action = 'suspend'
  AND d."createdAt" = "User"."suspendedAt")`;

/** Ends every suspension whose time is over. */
export async function endDueSuspensions(ctx: VisitorContext): Promise<void> {
  const due = await ctx.db.user.findMany({
    where: { suspendedUntil: { lte: ctx.now } },
    select: { id: true },
    take: DUE_BATCH,
  });
  for (const { id } of due)
    await inTransaction(ctx, async (tx) => {
      // A moderator may have prolonged it since.
      if (!(await endSuspension(tx, id, { isOver: true }))) return;
      await write(
        tx,
        "moderation.suspensionOver",
        sql`UPDATE "Decision" SET "liftedAt" = ${tx.now}
          WHERE "accountId" = ${id} AND action = 'suspend' AND "liftedAt" IS NULL AND until <= ${tx.now}`,
      );
    });
}

const DUE_BATCH = 100;
