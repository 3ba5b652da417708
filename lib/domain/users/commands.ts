import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { idFor, inTransaction, type VisitorContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { metrics } from "@/lib/infra/metrics";
import { claimHandle, handleTaken } from "./handles";
import { hashPassword } from "./password";
import type { Registration } from "./schema";

/**
 * Creates an account.
 * @throws DomainError `conflict` that names the taken field, our accepted exception to not revealing accounts
 */
export async function register(
  ctx: VisitorContext,
  { name, handle, email, password }: Registration,
): Promise<{ id: string; handle: string }> {
  const id = idFor(ctx, "user");
  const passwordHash = await hashPassword(ctx, password);
  return inTransaction(ctx, async (tx) => {
    const inserted = await tx.db.user.createMany({
      data: { id, handle, name, email, passwordHash, createdAt: tx.now },
      skipDuplicates: true,
    });
    if (inserted.count === 0) throw await taken(tx, handle);
    await claimHandle(tx, { userId: id, handle });
    await writeAuditEntry(tx, { action: "account.registered", actorId: id });
    tx.afterCommit(async () => metrics.signUps.inc({ method: "password" }));
    return { id, handle };
  });
}

async function taken(ctx: VisitorContext, handle: string): Promise<DomainError> {
  if (await ctx.db.user.findUnique({ where: { handle }, select: { id: true } })) return handleTaken();
  const message = "There is an account with this e-mail address already. Sign in instead.";
  return new DomainError("conflict", message, { issues: [{ param: "email", message }] });
}
