import { env } from "@/lib/infra/environment/env";
import type { Actor } from "@/lib/domain/kernel/context";
import { forbidden } from "@/lib/domain/kernel/errors";

/** Whether the account is read-only, except for its profile, until its e-mail address is verified. */
export function mustVerifyEmail({ emailUnverified = false }: Actor): boolean {
  return emailUnverified && env().requireVerifiedEmail;
}

/** Rejects writes of an account that is read-only until its address is verified. @throws DomainError `forbidden` */
export function requireVerifiedEmail(actor: Actor): void {
  if (!mustVerifyEmail(actor)) return;
  throw forbidden(
    "Confirm your e-mail address first: open the link that we sent you. Settings → Account sends another one.",
  );
}

/**
 * Rejects a second factor for an account with an unverified address, if the deployment could verify it: somebody who
 * signed up with another person's address would keep the account by the factor once that person recovers it.
 * @throws DomainError `forbidden`
 */
export function requireProvedAddress({ emailUnverified = false }: Actor): void {
  if (!emailUnverified || env().mail.kind !== "smtp") return;
  throw forbidden(
    "Confirm your e-mail address before you add a second factor: open the link that we sent you. Settings → Account sends another one.",
  );
}
