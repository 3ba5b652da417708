import { writeAuditEntry } from "@/lib/domain/audit-log/commands";
import { type Context, inTransaction } from "@/lib/domain/context";
import { HOUR_MS } from "@/lib/domain/durations";
import { notFound } from "@/lib/domain/errors";
import { record } from "@/lib/domain/events/commands";
import type { LetterDraft } from "@/lib/domain/mail/outbox";
import { VERIFY_LINK_HOURS } from "@/lib/domain/mail/rules";
import { requireModerator } from "@/lib/domain/staff";
import { issueEmailToken } from "@/lib/domain/users/email-tokens";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";
import type { SignUpRequest } from "@/lib/infra/prisma/client";
import { insertAccount } from "./new-account";
import type { RequestDecision } from "./schema";

/**
 * Decides on a request for an account: creates the account, or deletes the request. The person is notified by mail. Of
 * several moderators the first decides.
 * @throws DomainError `forbidden`; `not_found` if it was decided before; `conflict` if its handle or address was taken
 *   in the meantime
 */
export async function decideSignUpRequest(
  ctx: Context,
  { id, approved, reason }: RequestDecision & { id: string },
): Promise<void> {
  requireModerator(ctx);
  await inTransaction(ctx, async (tx) => {
    const [request] = await tx.db.$queryRaw<SignUpRequest[]>`
      DELETE FROM "SignUpRequest" WHERE id = ${id}
      RETURNING id, handle, name, email, "passwordHash", reason, "createdAt"`;
    if (!request) throw notFound();
    await (approved ? approve(tx, request) : refuse(tx, request, reason));
  });
}

async function approve(tx: Context, { id, handle, name, email, passwordHash }: SignUpRequest): Promise<void> {
  const account = await insertAccount(tx, { id, handle, name, email, passwordHash });
  const lifetimeMs = VERIFY_LINK_HOURS * HOUR_MS;
  const { token, expiresAt } = await issueEmailToken(tx, "verify_email", { userId: id, email, lifetimeMs });
  const letter: LetterDraft = { kind: "sign-up-approved", userId: id, email, handle, token, expiresAt };
  await record(account, "account.created", {}, { subjectId: id, letters: [letter] });
  await writeAuditEntry(tx, { action: "sign-up.approved", accountId: id });
}

async function refuse(tx: Context, { id, handle, email }: SignUpRequest, reason: string): Promise<void> {
  const details = reason === "" ? [] : [`The reason: ${reason}`];
  // A letter belongs to an account, and this person has none: the platform's own account stands in.
  const letter: LetterDraft = { kind: "sign-up-refused", userId: PLATFORM_USER_ID, email, handle, details };
  await record(tx, "sign-up.refused", {}, { subjectId: id, letters: [letter] });
  await writeAuditEntry(tx, { action: "sign-up.refused", accountId: null, details: { handle, reason } });
}
