import { createContext, useContext } from "react";

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
