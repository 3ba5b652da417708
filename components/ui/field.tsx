"use client";

import clsx from "clsx";
import { type ComponentProps, createContext, type FormEvent, type ReactNode, useContext, useId } from "react";
import { controlStyle } from "./control-style";
import { Icon } from "./icon";

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

export interface FormFailure {
  message: string;
  /** By the name of the field. */
  fields?: Record<string, string>;
  /** A link to fix it, in a new tab: leaving the page would lose the input. */
  remedy?: { label: string; href: string };
}

export type FormState = { phase: "idle" } | { phase: "pending" } | { phase: "failed"; failure: FormFailure };

export const FormContext = createContext<FormState>({ phase: "idle" });

export function useFormState() {
  return useContext(FormContext);
}

/** The error of a field: where it holds a list, also of any item, such as `redirectUris[1]`. */
export function useFieldError(name: string | undefined): string | undefined {
  const form = useFormState();
  if (form.phase !== "failed" || !name) return undefined;
  const errors = Object.entries(form.failure.fields ?? {});
  return errors.find(([path]) => path === name || path.startsWith(`${name}[`))?.[1];
}

interface FieldWiring {
  id: string;
  name?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

const FieldContext = createContext<Partial<FieldWiring>>({});

/** Connects a control to the label, hint and error of its Field; its own props win. */
function useFieldWiring<Props extends object>(props: Props): Props & Partial<FieldWiring> {
  return { ...useContext(FieldContext), ...props };
}

/**
 * With `verbatim`, what is typed is not prose: a handle, an address, a code. A text that is longer than `maxLength`
 * characters is kept and cannot be submitted: browsers would cut a pasted one without a word.
 */
type Typed<Control extends "input" | "textarea"> = ComponentProps<Control> & { verbatim?: boolean };

const limitedTo =
  (maxLength: number | undefined) =>
  ({ currentTarget: control }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const excess = [...control.value.trim()].length - (maxLength ?? Infinity);
    control.setCustomValidity(excess > 0 ? `At most ${maxLength} characters: take out ${excess}.` : "");
  };

const VERBATIM = { autoCapitalize: "none", spellCheck: false };

export function Input({ className, verbatim, maxLength, ...rest }: Typed<"input">) {
  return (
    <input
      onInput={limitedTo(maxLength)}
      {...(verbatim && VERBATIM)}
      {...useFieldWiring(rest)}
      className={clsx(controlStyle, "h-(--control)", className)}
    />
  );
}

/** Grows with its text, where the browser supports it. */
export function Textarea({ className, verbatim, maxLength, rows = 3, ...rest }: Typed<"textarea">) {
  return (
    <textarea
      rows={rows}
      onInput={limitedTo(maxLength)}
      {...(verbatim && VERBATIM)}
      {...useFieldWiring(rest)}
      className={clsx(controlStyle, "field-sizing-content resize-y py-2", className)}
    />
  );
}

interface SelectProps extends Omit<ComponentProps<"select">, "className"> {
  options?: Iterable<readonly [value: string | number, label: string]>;
}

/** A native select: best on phones. */
export function Select({ options = [], children, ...props }: SelectProps) {
  return (
    <span className="relative block">
      <select {...useFieldWiring(props)} className={clsx(controlStyle, "h-(--control) appearance-none pr-9")}>
        {children}
        {Array.from(options, ([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
    </span>
  );
}
