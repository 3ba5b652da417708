import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { MAX_SESSIONS } from "./rules";
import type { SessionSummary } from "./schema";

export async function listSessions(ctx: Context): Promise<{ data: SessionSummary[] }> {
  const sessions = await ctx.db.session.findMany({
    where: { userId: ctx.actor.id, expiresAt: { gt: ctx.now } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_SESSIONS,
  });
  const data = sessions.map(({ id, userAgent, createdAt, expiresAt }) => ({
    id,
    userAgent,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    current: id === ctx.session?.id,
  }));
  return { data };
}

/**
 * Ends one of the actor's sessions.
 * @throws DomainError `not_found`
 */
export async function endOwnSession(ctx: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.session.deleteMany({ where: { id, userId: tx.actor.id } });
    if (count === 0) throw new DomainError("not_found", "That session has already ended.");
    await writeAuditEntry(tx, { action: "session.ended" });
  });
}

/** Signs out everywhere. */
export async function endAllSessions(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.session.deleteMany({ where: { userId: tx.actor.id } });
    await writeAuditEntry(tx, { action: "sessions.ended" });
  });
}
