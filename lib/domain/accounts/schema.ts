import { z } from "zod";
import { email, password } from "@/lib/domain/users/schema";

/** The body of `POST /api/account/forgot-password`. */
export const forgottenPassword = z.strictObject({ email });

export const accepted = z.object({ ok: z.literal(true) });

/** Longer than any token of ours. */
const MAX_TOKEN_LENGTH = 200;

/** The body of `POST /api/account/reset-password`. */
export const passwordReset = z.strictObject({ token: z.string().max(MAX_TOKEN_LENGTH), password });

export type PasswordReset = z.output<typeof passwordReset>;
