import { cancelEmailChange, requestEmailChange, undoEmailChange } from "@/lib/domain/accounts/email-change";
import { accepted, confirmedEmail, emailChange, emailSettings, letterLink } from "@/lib/domain/accounts/schema";
import { getEmailSettings, resendVerification, verifyEmail } from "@/lib/domain/accounts/verification";
import { sessionOperation } from "@/lib/http/operation";

/** The account's e-mail address (docs/contract.md#mail-and-account-recovery). */
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
  verify: sessionOperation("POST /api/account/verify-email", {
    writes: null,
    session: "none",
    budget: "signIn",
    body: letterLink,
    returns: confirmedEmail,
    run: verifyEmail,
  }),
  undoChange: sessionOperation("POST /api/account/undo-email-change", {
    writes: null,
    session: "none",
    budget: "signIn",
    body: letterLink,
    returns: confirmedEmail,
    run: undoEmailChange,
  }),
};
