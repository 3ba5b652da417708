import { ErrorNote } from "./error-note";
import type { FormFailure } from "./form-context";

/** The message of a failure, and where to mend it. */
export function FailureNote({ failure: { message, remedy }, className }: { failure: FormFailure; className?: string }) {
  return (
    <ErrorNote className={className}>
      {message}
      {remedy && (
        <>
          {" "}
          <a href={remedy.href} target="_blank" className="font-medium underline">
            {remedy.label}
          </a>
        </>
      )}
    </ErrorNote>
  );
}
