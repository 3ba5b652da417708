import { read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { DomainError, invalid } from "@/lib/domain/kernel/errors";
import { closedSince } from "./closing";
import { createHash } from "node:crypto";
import { lockAccount } from "@/lib/domain/kernel/locks";
import type { EmailTokenPurpose } from "@/lib/infra/prisma/enums";

/**
 * Whether an address that was just written to the account's row is reserved for somebody else: their account gave it up
 * and may reclaim it, or is closed and can be reopened. Call it after the write, which has waited for a concurrent
 * change.
 */
export async function isEmailReserved(
  tx: VisitorContext,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  // The time to undo a change is paused while the account is closed.
  const reservations = await read<{ userId: string }>(tx, "users.emailReservations")`
    SELECT t."userId" FROM "EmailToken" t JOIN "User" u ON u.id = t."userId"
     WHERE t.email = ${email} AND t.purpose = 'undo_email_change' AND t."userId" <> ${userId}
       AND (t."expiresAt" > ${tx.now} OR u."closedAt" IS NOT NULL)
    UNION ALL
    SELECT "userId" FROM "ClosedAccount"
     WHERE email = ${email} AND "userId" <> ${userId} AND "closedAt" > ${closedSince(tx)}
    LIMIT 1`;
  return reservations.length > 0;
}

export function emailTaken(message = "This address belongs to another account."): DomainError {
  return new DomainError("conflict", message, { issues: [{ param: "email", message }] });
}

/** 256 bits, which cannot be guessed. */
const TOKEN_BYTES = 32;

export interface EmailToken {
  userId: string;
  /** The address that the letter goes to. */
  email: string;
  passwordFingerprint?: string;
}

export interface ConsumedToken<P extends EmailTokenPurpose = EmailTokenPurpose> {
  purpose: P;
  userId: string;
  email: string;
  passwordFingerprint: string | null;
  createdAt: Date;
}

/** Issues the token of a letter's link. Only its hash is stored. */
export async function issueEmailToken(
  tx: VisitorContext,
  purpose: EmailTokenPurpose,
  { userId, email, passwordFingerprint, lifetimeMs }: EmailToken & { lifetimeMs: number },
): Promise<{ token: string; expiresAt: Date }> {
  const secret = Buffer.from(tx.random(TOKEN_BYTES)).toString("base64url");
  const expiresAt = new Date(tx.now.getTime() + lifetimeMs);
  await write(tx, "emailTokens.insert")`
    INSERT INTO "EmailToken" (hash, purpose, "userId", email, "passwordFingerprint", "createdAt", "expiresAt")
    VALUES (${hashOf(secret)}, ${purpose}::"EmailTokenPurpose", ${userId}, ${email}, ${passwordFingerprint},
            ${tx.now}, ${expiresAt})`;
  return { token: secret, expiresAt };
}

/** Whether a token is currently valid: a cheap check before costly work. `consumeEmailToken` decides. */
export async function isEmailTokenValid(
  ctx: VisitorContext,
  purpose: EmailTokenPurpose,
  token: string,
): Promise<boolean> {
  const [valid] = await read<{ hash: string }>(ctx, "emailTokens.valid")`
    SELECT hash FROM "EmailToken"
    WHERE hash = ${hashOf(token)} AND purpose = ${purpose}::"EmailTokenPurpose" AND "expiresAt" > ${ctx.now}`;
  return valid !== undefined;
}

/**
 * Consumes a token, and locks its account: of any number of concurrent callers, one gets its content.
 * @throws DomainError `invalid_request` if it is unknown, expired or used
 */
export async function consumeEmailToken<P extends EmailTokenPurpose>(
  tx: VisitorContext,
  purposes: readonly P[],
  token: string,
): Promise<ConsumedToken<P>> {
  // Locks the account before its tokens, as everywhere: setting a password deletes tokens that others consume.
  const [owner] = await read<{ userId: string }>(tx, "emailTokens.owner")`
    SELECT "userId" FROM "EmailToken" WHERE hash = ${hashOf(token)}`;
  if (!owner) throw linkNotValid();
  await lockAccount(tx, owner.userId);
  const [used] = await read<ConsumedToken>(tx, "emailTokens.consume")`
    DELETE FROM "EmailToken"
    WHERE hash = ${hashOf(token)} AND purpose = ANY (${[...purposes]}::"EmailTokenPurpose"[])
      AND "expiresAt" > ${tx.now}
    RETURNING purpose, "userId", email, "passwordFingerprint", "createdAt"`;
  if (!used) throw linkNotValid();
  return used as ConsumedToken<P>;
}

/** Returns the error for an unknown, an expired or a used link, with the same message for each. */
export function linkNotValid(): DomainError {
  return invalid([{ param: "token", message: "This link doesn’t work any more. Ask for a new one." }]);
}

/** Identifies a password without revealing anything about it. Changes only with the password. */
export function passwordFingerprint(passwordHash: string | null): string {
  return hashOf(passwordHash ?? "");
}

const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
