import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction } from "@/lib/domain/context";
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

/** Signs out everywhere. */
export async function endAllSessions(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.session.deleteMany({ where: { userId: tx.actor.id } });
    await writeAuditEntry(tx, { action: "sessions.ended" });
  });
}
