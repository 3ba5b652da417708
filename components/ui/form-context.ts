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
