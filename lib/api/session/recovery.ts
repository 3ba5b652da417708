import { requestPasswordReset, resetPassword } from "@/lib/domain/accounts/recovery";
import { accepted, forgottenPassword, passwordReset } from "@/lib/domain/accounts/schema";
import { sessionOperation } from "@/lib/http/operation";

/** The way back into an account (docs/contract.md#mail-and-account-recovery). */
export const recovery = {
  forgotPassword: sessionOperation("POST /api/account/forgot-password", {
    writes: null,
    summary: "Ask for a link to a new password",
    session: "none",
    budget: "forgotPassword",
    body: forgottenPassword,
    status: 202,
    returns: accepted,
    run: requestPasswordReset,
  }),
  resetPassword: sessionOperation("POST /api/account/reset-password", {
    writes: null,
    summary: "Choose a new password with the link",
    session: "none",
    budget: "signIn",
    body: passwordReset,
    status: 204,
    returns: null,
    run: resetPassword,
  }),
};
