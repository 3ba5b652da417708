import { z } from "zod";
import { PASSWORD_LENGTH } from "@/lib/domain/users/rules";
import { email, password } from "@/lib/domain/users/schema";

/** Longer than any token of ours. */
const MAX_TOKEN_LENGTH = 200;

/** The body of `POST /api/account/forgot-password`. */
export const forgottenPassword = z.strictObject({ email });

/** The body of routes that take a letter's link. */
export const letterLink = z.strictObject({ token: z.string().max(MAX_TOKEN_LENGTH) });

export const confirmedEmail = z.object({ email: z.string() });

/** The body of `POST /api/account/email`. Without the password, the session must have been proved recently. */
export const emailChange = z.strictObject({ email, password: z.string().max(PASSWORD_LENGTH.max).optional() });

export const emailSettings = z.object({
  /** Null for somebody who signed up through OAuth and gave none. */
  email: z.string().nullable(),
  verified: z.boolean(),
  /** Waits for its confirmation. */
  pendingEmail: z.string().nullable(),
});

export type EmailChange = z.output<typeof emailChange>;
export type EmailSettings = z.output<typeof emailSettings>;

export const accepted = z.object({ ok: z.literal(true) });

/** The body of `POST /api/account/reset-password`. */
export const passwordReset = z.strictObject({ token: z.string().max(MAX_TOKEN_LENGTH), password });

export type PasswordReset = z.output<typeof passwordReset>;
