import { ErrorNote } from "./error-note";
import type { FormFailure } from "./form-context";

/** The message of a failure, and where to mend it. */
export function FailureNote({ failure, className }: { failure: FormFailure; className?: string }) {
  return (
    <ErrorNote className={className}>
      <FailureText failure={failure} />
    </ErrorNote>
  );
}

/** The same within a line that has its own frame. */
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
