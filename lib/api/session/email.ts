import { cancelEmailChange, requestEmailChange, undoEmailChange } from "@/lib/domain/accounts/lifecycle/email-change";
import {
  accepted,
  confirmedEmail,
  emailChange,
  emailSettings,
  letterLink,
  forgottenPassword,
  passwordReset,
} from "@/lib/domain/accounts/lifecycle/schema";
import { getEmailSettings, resendVerification, verifyEmail } from "@/lib/domain/accounts/lifecycle/verification";
import { sessionOperation } from "@/lib/http/operation";
import { requestPasswordReset, resetPassword } from "@/lib/domain/accounts/lifecycle/recovery";

const byLink = {
  writes: null,
  session: "none",
  budget: "signIn",
  body: letterLink,
  returns: confirmedEmail,
} as const;

/** docs/contract.md#mail-and-account-recovery */
export const email = {
  get: sessionOperation("GET /api/account/email", { returns: emailSettings, run: getEmailSettings }),
  change: sessionOperation("POST /api/account/email", {
    writes: "profile",
    budget: "signIn",
    body: emailChange,
    status: 202,
    returns: accepted,
    run: requestEmailChange,
  }),
  cancelChange: sessionOperation("DELETE /api/account/email", {
    writes: "profile",
    returns: null,
    run: cancelEmailChange,
  }),
  resend: sessionOperation("POST /api/account/verify-email/resend", {
    writes: "profile",
    status: 202,
    returns: accepted,
    run: resendVerification,
  }),
  verify: sessionOperation("POST /api/account/verify-email", { ...byLink, run: verifyEmail }),
  undoChange: sessionOperation("POST /api/account/undo-email-change", { ...byLink, run: undoEmailChange }),
};

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
