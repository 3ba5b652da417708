import type { VisitorContext } from "@/lib/domain/kernel/context";
import { forbidden } from "@/lib/domain/kernel/errors";
import { rejectLimitedSignUp, readSignUpSettings } from "@/lib/domain/deployment/site/sign-up";
import { findOpenInvitation, invitationNotValid } from "./invitation-links";

interface SignUpAttempt {
  /** Null if the OAuth provider does not share it. */
  email: string | null;
  by: "password" | "provider";
  invitation?: string;
}

/** What an accepted sign-up creates: an account, or a request that staff decide on. */
type SignUpOutcome = "account" | "request";

/**
 * Decides whether somebody may sign up, by any method; no other code does. An invitation replaces approval.
 * @throws DomainError `forbidden` with a sentence that says why, and what to do; `invalid_request` that names
 *   `invitation`
 */
export async function applySignUpPolicy(
  ctx: VisitorContext,
  { email, by, invitation }: SignUpAttempt,
): Promise<SignUpOutcome> {
  const { mode } = await readSignUpSettings(ctx);
  if (mode === "closed") throw forbidden("This site isn’t accepting new accounts right now.");
  await rejectLimitedSignUp(ctx, email ?? "");
  if (invitation !== undefined) {
    if (!(await findOpenInvitation(ctx, invitation))) throw invitationNotValid();
    return "account";
  }
  if (mode === "open") return "account";
  if (mode === "invite") throw forbidden("You need an invitation to join. Ask somebody who has an account for a link.");
  if (by === "provider") throw forbidden("Staff approve each new account here. Ask for one with the sign-up form.");
  return "request";
}
