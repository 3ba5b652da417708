import { z } from "zod";
import { MAX_INVITATION_LENGTH } from "@/lib/domain/accounts/sign-ups/rules";
import { proofOfWork } from "@/lib/domain/accounts/sign-ups/schema";
import { text } from "@/lib/domain/kernel/text/schema";
import { PASSWORD_LENGTH } from "@/lib/domain/accounts/users/rules";
import { email, password, registered, registration } from "@/lib/domain/accounts/users/schema";
import { MAX_REQUEST_REASON } from "./rules";

/** Longer than any token of ours. */
const MAX_TOKEN_LENGTH = 200;

const requestReason = text("A reason", { min: 0, max: MAX_REQUEST_REASON });

/** Without `proof` where the site requires none. */
export const signUp = registration.extend({
  proof: proofOfWork.optional(),
  invitation: z.string().max(MAX_INVITATION_LENGTH).optional(),
  /** Why they want to join: kept where staff approve accounts. */
  reason: requestReason.optional(),
});

export type SignUp = z.output<typeof signUp>;

/** `waiting` where staff approve accounts: there is no account yet. */
export const signedUp = registered.extend({ waiting: z.literal(true).optional() });

export type SignedUp = z.output<typeof signedUp>;

export const signUpRequests = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      handle: z.string(),
      name: z.string(),
      mailDomain: z.string(),
      reason: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** How many are waiting in total. */
  waiting: z.number().int(),
});

export type SignUpRequests = z.output<typeof signUpRequests>;

/** The reason is sent to the person if they are refused. */
export const requestDecision = z.strictObject({ approved: z.boolean(), reason: requestReason.default("") });

export type RequestDecision = z.output<typeof requestDecision>;

export const forgottenPassword = z.strictObject({ email });

export const letterLink = z.strictObject({ token: z.string().max(MAX_TOKEN_LENGTH) });

export const confirmedEmail = z.object({ email: z.string() });

/** Without the password, the session needs a recent proof. */
export const emailChange = z.strictObject({ email, password: z.string().max(PASSWORD_LENGTH.max).optional() });

export const emailSettings = z.object({
  /** Null for somebody who signed up through OAuth without an address. */
  email: z.string().nullable(),
  verified: z.boolean(),
  pendingEmail: z.string().nullable(),
});

export type EmailChange = z.output<typeof emailChange>;
export type EmailSettings = z.output<typeof emailSettings>;

export const accepted = z.object({ ok: z.literal(true) });

export const passwordReset = z.strictObject({ token: z.string().max(MAX_TOKEN_LENGTH), password });

export type PasswordReset = z.output<typeof passwordReset>;
