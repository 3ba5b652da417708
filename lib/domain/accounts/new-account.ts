import { actAs } from "@/lib/domain/context";
import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import type { Context, VisitorContext } from "@/lib/domain/context";
import type { DomainError } from "@/lib/domain/errors";
import { emailTaken, isEmailReserved } from "@/lib/domain/users/emails";
import { claimHandle, handleTaken } from "@/lib/domain/users/handles";
import { metrics } from "@/lib/infra/log/metrics";

interface NewAccount {
  id: string;
  handle: string;
  name: string;
  email: string;
  passwordHash: string;
}

/**
 * Writes a new account's row, and returns the context in which it acts.
 * @throws DomainError `conflict` that names the taken field
 */
export async function insertAccount(tx: VisitorContext, account: NewAccount): Promise<Context> {
  const { id, handle, name, email } = account;
  const inserted = await tx.db.user.createMany({ data: { ...account, createdAt: tx.now }, skipDuplicates: true });
  if (inserted.count === 0) throw await takenField(tx, handle);
  await claimHandle(tx, { userId: id, handle });
  if (await isEmailReserved(tx, { userId: id, email })) throw emailUsed();
  const owner = actAs(tx, { id, handle, name, image: null, role: "MEMBER", tier: "free" });
  await writeAuditEntry(owner, { action: "account.registered" });
  tx.afterCommit(async () => metrics.signUps.inc({ method: "password" }));
  return owner;
}

async function takenField(ctx: VisitorContext, handle: string): Promise<DomainError> {
  if (await ctx.db.user.findUnique({ where: { handle }, select: { id: true } })) return handleTaken();
  return emailUsed();
}

/** The same message whether the account with this address is open or closed. */
export function emailUsed(): DomainError {
  return emailTaken("There is an account with this e-mail address already. Sign in instead.");
}
