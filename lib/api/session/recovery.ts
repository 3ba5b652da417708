import { requestPasswordReset, resetPassword } from "@/lib/domain/accounts/recovery";
import { accepted, forgottenPassword, passwordReset } from "@/lib/domain/accounts/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Recovery of an account (docs/contract.md#mail-and-account-recovery). */
export const recovery = {
  forgotPassword: sessionOperation("POST /api/account/forgot-password", {
    writes: null,
    session: "none",
    budget: "forgotPassword",
    body: forgottenPassword,
    status: 202,
    returns: accepted,
    run: requestPasswordReset,
  }),
  resetPassword: sessionOperation("POST /api/account/reset-password", {
    writes: null,
    session: "none",
    budget: "signIn",
    body: passwordReset,
    returns: null,
    run: resetPassword,
  }),
};
