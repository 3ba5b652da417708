import clsx from "clsx";
import { type ComponentProps, type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { CallError } from "@/lib/client/call-error";
import { formFailure, FailureNote } from "./failure-note";
import { Button } from "./button";
import type { ButtonLook } from "./button-style";
import { FormContext, type FormFailure, type FormState, useFormState } from "./field";
import { leavesPage } from "./leaves-page";

type FormProps = Omit<ComponentProps<"form">, "onSubmit" | "action"> & {
  /** Resolves to the failure, or to nothing. A CallError that it throws is the failure. */
  submit: (entries: FormData) => Promise<FormFailure | void>;
  /** The label of the button at its end, below the error. Without it, the children have both. */
  action?: string;
  look?: ButtonLook;
  narrow?: boolean;
  /** For long texts: asks before changes are lost by leaving the page. */
  asksBeforeLeaving?: boolean;
};

const UNREACHED: FormFailure = { message: "That didn’t reach us. Check your connection and try again." };

const failureOf = (error: unknown) => (error instanceof CallError ? formFailure(error) : UNREACHED);

/** A form that submits once at a time, keeps its values on failure, and focuses the first invalid field. */
export function Form({
  submit,
  action,
  look,
  narrow = false,
  asksBeforeLeaving = false,
  children,
  ...rest
}: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<FormState>({ phase: "idle" });
  const isChanged = useRef(false);
  useUnsavedQuestion(asksBeforeLeaving, isChanged);

  useEffect(() => {
    if (state.phase === "failed") form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [state]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (state.phase === "pending") return;
    setState({ phase: "pending" });
    const failure = await submit(new FormData(event.currentTarget)).catch(failureOf);
    if (!failure) isChanged.current = false;
    setState(failure ? { phase: "failed", failure } : { phase: "idle" });
  }

  // Outside a <dialog> this method does nothing, so a submit before hydration cannot put a password into the URL.
  return (
    <FormContext value={state}>
      <form ref={form} method="dialog" onSubmit={onSubmit} onInput={() => (isChanged.current = true)} {...rest}>
        {children}
        {action && (
          <>
            <FormError />
            <SubmitButton {...look} className={narrow ? "self-start justify-self-start" : undefined}>
              {action}
            </SubmitButton>
          </>
        )}
      </form>
    </FormContext>
  );
}

/** The error of the whole form; belongs just above the button. Visually hidden where a field shows the same message. */
export function FormError({ className }: { className?: string }) {
  const state = useFormState();
  if (state.phase !== "failed") return null;
  const { message, fields = {} } = state.failure;
  const repeats = Object.values(fields).includes(message);
  return (
    <FailureNote
      failure={state.failure}
      className={clsx(className, repeats && "in-[form:has([aria-invalid=true])]:sr-only")}
    />
  );
}

export function SubmitButton({ variant = "primary", ...rest }: ComponentProps<typeof Button>) {
  const { phase } = useFormState();
  return <Button type="submit" variant={variant} pending={phase === "pending"} {...rest} />;
}

const QUESTION = "Leave without saving? What you changed here will be lost.";

/** Asks before a link, reload, closing the tab or, where browsers let a page, back and forward lose unsaved changes. */
function useUnsavedQuestion(asks: boolean, isChanged: RefObject<boolean>) {
  useEffect(() => {
    if (!asks) return;
    const stay = (event: Event) => {
      if (!isChanged.current || !leavesPage(event) || opensTab(event) || confirm(QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // The browser shows its own text.
    const unload = (event: Event) => isChanged.current && event.preventDefault();
    // Only within the site, and only once for each press of a key or button: leaving twice gets anybody away.
    const traverse = (event: NavigateEvent) => {
      const { navigationType, hashChange, cancelable } = event;
      if (navigationType !== "traverse" || hashChange || !cancelable || !isChanged.current) return;
      if (!confirm(QUESTION)) event.preventDefault();
    };
    document.addEventListener("click", stay, { capture: true });
    document.addEventListener("submit", stay, { capture: true });
    window.addEventListener("beforeunload", unload);
    window.navigation?.addEventListener("navigate", traverse);
    return () => {
      document.removeEventListener("click", stay, { capture: true });
      document.removeEventListener("submit", stay, { capture: true });
      window.removeEventListener("beforeunload", unload);
      window.navigation?.removeEventListener("navigate", traverse);
    };
  }, [asks, isChanged]);
}

const opensTab = (event: Event) => event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
