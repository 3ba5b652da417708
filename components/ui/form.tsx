"use client";

import clsx from "clsx";
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "./button";
import { ErrorNote } from "./error-note";
import { FormContext, type FormFailure, type FormState, useFormState } from "./form-context";

type FormProps = Omit<ComponentProps<"form">, "onSubmit"> & {
  /** Answers with what was wrong, or with nothing. */
  submit: (entries: FormData) => Promise<FormFailure | void>;
};

const UNREACHED: FormFailure = { message: "That did not reach us. Check your connection and try again." };

/** Sends once at a time, keeps what was typed when it fails, and takes the reader to the first field to mend. */
export function Form({ submit, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<FormState>({ phase: "idle" });

  useEffect(() => {
    if (state.phase === "failed") form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.phase === "pending") return;
    setState({ phase: "pending" });
    const failure = await submit(new FormData(event.currentTarget)).catch(() => UNREACHED);
    setState(failure ? { phase: "failed", failure } : { phase: "idle" });
  }

  // Outside a dialog this method does nothing: sent before the script is there, a password would stand in the address.
  return (
    <FormContext value={state}>
      <form ref={form} method="dialog" onSubmit={onSubmit} {...rest}>
        {children}
      </form>
    </FormContext>
  );
}

/** What went wrong as a whole. Say it where the eye is: just above the button. What a field says word for word is only read out. */
export function FormError({ className }: { className?: string }) {
  const state = useFormState();
  if (state.phase !== "failed") return null;
  const { message, fields = {} } = state.failure;
  const repeats = Object.values(fields).includes(message);
  return (
    <ErrorNote className={clsx(className, repeats && "in-[form:has([aria-invalid=true])]:sr-only")}>
      {message}
    </ErrorNote>
  );
}

export function SubmitButton({ variant = "primary", ...rest }: ComponentProps<typeof Button>) {
  const { phase } = useFormState();
  return <Button type="submit" variant={variant} pending={phase === "pending"} {...rest} />;
}
