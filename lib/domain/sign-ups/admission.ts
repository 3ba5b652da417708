import type { VisitorContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { rejectLimitedSignUp } from "@/lib/domain/site/sign-up-limits";
import { readSignUpSettings } from "@/lib/domain/site/sign-up-settings";
import { findOpenInvitation, invitationNotValid } from "./invitation-links";

interface SignUpAttempt {
  /** Null where an OAuth provider tells none. */
  email: string | null;
  by: "password" | "provider";
  /** The token of the invitation that they came by. */
  invitation?: string;
}

/** What a sign-up that is admitted makes: an account, or a request that staff decide on. */
export type Admission = "account" | "request";

/**
 * Decides whether somebody may sign up, whichever way: the one place for that.
 * Whoever comes by an invitation needs no approval.
 * @throws DomainError `forbidden` with a sentence that says why, and what to do; `invalid_request` that names
 * `invitation`
 */
export async function admitSignUp(ctx: VisitorContext, { email, by, invitation }: SignUpAttempt): Promise<Admission> {
  const { mode } = await readSignUpSettings(ctx);
  if (mode === "closed") throw new DomainError("forbidden", "This site takes no new accounts at the moment.");
  await rejectLimitedSignUp(ctx, email ?? "");
  if (invitation !== undefined) {
    if (!(await findOpenInvitation(ctx, invitation))) throw invitationNotValid();
    return "account";
  }
  if (mode === "open") return "account";
  if (mode === "invite")
    throw new DomainError("forbidden", "Accounts are made by invitation here. Ask somebody who has one for a link.");
  if (by === "provider")
    throw new DomainError("forbidden", "Staff look at each new account here. Ask for one with the sign-up form.");
  return "request";
}
