import { CallError, isSignedOut, messageOf } from "@/lib/client/call-error";
import { loginHref } from "@/lib/client/login-href";
import { ErrorNote } from "./error-note";
import type { FormFailure } from "./field";

export function FailureNote({ failure, className }: { failure: FormFailure; className?: string }) {
  return (
    <ErrorNote className={className}>
      <FailureText failure={failure} />
    </ErrorNote>
  );
}

/** A FailureNote within a line that has its own frame. */
export function FailureText({ failure: { message, remedy } }: { failure: FormFailure }) {
  return (
    <>
      {message}
      {remedy && (
        <>
          {" "}
          <a href={remedy.href} target="_blank" className="font-medium underline">
            {remedy.label}
          </a>
        </>
      )}
    </>
  );
}

/** The failure of a call as a form shows it: one message for the form, one per field, and a link to sign in again. */
export function formFailure(error: unknown) {
  return {
    message: messageOf(error),
    fields: error instanceof CallError ? error.fields : {},
    remedy: isSignedOut(error) ? { label: "Sign in in a new tab", href: loginHref("/") } : undefined,
  };
}
