import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { idFor, inTransaction, type VisitorContext } from "@/lib/domain/context";
import type { DomainError } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import { isMailSetUp } from "@/lib/domain/mail/queries";
import { rejectLimitedSignUp } from "@/lib/domain/site/sign-up-limits";
import { emailTaken, isEmailReserved } from "@/lib/domain/users/emails";
import { claimHandle, handleTaken } from "@/lib/domain/users/handles";
import { hashPassword } from "@/lib/domain/users/password";
import type { Registration } from "@/lib/domain/users/schema";
import { metrics } from "@/lib/infra/metrics";
import { actAs } from "./owner";
import { verificationLetter } from "./verification";

/**
 * Creates an account, and writes to its address where the deployment has mail.
 * @throws DomainError `conflict` that names the taken field, our accepted exception to not revealing accounts;
 * `forbidden` where sign-up is closed to the mail domain or network
 */
export async function register(
  ctx: VisitorContext,
  { name, handle, email, password }: Registration,
): Promise<{ id: string; handle: string }> {
  await rejectLimitedSignUp(ctx, email);
  const id = idFor(ctx, "user");
  const passwordHash = await hashPassword(ctx, password);
  return inTransaction(ctx, async (tx) => {
    const inserted = await tx.db.user.createMany({
      data: { id, handle, name, email, passwordHash, createdAt: tx.now },
      skipDuplicates: true,
    });
    if (inserted.count === 0) throw await taken(tx, handle);
    await claimHandle(tx, { userId: id, handle });
    if (await isEmailReserved(tx, { userId: id, email })) throw emailUsed();
    const account = actAs(tx, { id, handle, name, image: null, role: "MEMBER", tier: "free" });
    const letters = isMailSetUp() ? [await verificationLetter(account, email)] : [];
    await writeAuditEntry(account, { action: "account.registered" });
    await record(account, "account.created", {}, { subjectId: id, letters });
    tx.afterCommit(async () => metrics.signUps.inc({ method: "password" }));
    return { id, handle };
  });
}

async function taken(ctx: VisitorContext, handle: string): Promise<DomainError> {
  if (await ctx.db.user.findUnique({ where: { handle }, select: { id: true } })) return handleTaken();
  return emailUsed();
}

/** The same words whether the account is open or closed. */
const emailUsed = () => emailTaken("There is an account with this e-mail address already. Sign in instead.");
