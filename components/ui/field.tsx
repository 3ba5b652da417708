"use client";

import clsx from "clsx";
import { Icon } from "./icon";
import { type ReactNode, useId } from "react";
import { FieldContext, type FieldWiring } from "./field-context";
import { useFieldError } from "./form-context";

interface FieldProps {
  label: ReactNode;
  name?: string;
  hint?: ReactNode;
  /** Overrides the form's error for `name`. */
  error?: string;
  /** For a field whose purpose is obvious. */
  hideLabel?: boolean;
  className?: string;
  /** One control. */
  children: ReactNode;
}

export function Field({ label, name, hint, error, hideLabel = false, className, children }: FieldProps) {
  const id = useId();
  const formError = useFieldError(name);
  const message = error ?? formError;
  const wiring: FieldWiring = {
    id,
    name,
    "aria-describedby": clsx(hint && `${id}-hint`, message && `${id}-error`) || undefined,
    "aria-invalid": message ? true : undefined,
  };
  return (
    <div className={clsx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "self-start font-medium"}>
        {label}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint}
        </p>
      )}
      {message && (
        <p id={`${id}-error`} className="flex gap-1.5 text-13 font-medium text-bad">
          <Icon name="circle-exclamation-point" className="mt-[0.15em] size-[1.15em] shrink-0" />
          <span className="inline-block first-letter:uppercase">{message}</span>
        </p>
      )}
    </div>
  );
}
