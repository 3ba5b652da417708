import { CallError, isSignedOut, messageOf } from "@/lib/client/call-error";
import { loginHref } from "@/lib/client/login-href";

/**
 * The failure of a call as a form shows it: one message for the whole form, one per field, and a link to sign in again.
 */
export function formFailure(error: unknown) {
  return {
    message: messageOf(error),
    fields: error instanceof CallError ? error.fields : {},
    remedy: isSignedOut(error) ? { label: "Sign in in a new tab", href: loginHref("/") } : undefined,
  };
}
