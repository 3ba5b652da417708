import { createContext, useContext } from "react";

export interface FieldWiring {
  id: string;
  name?: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

export const FieldContext = createContext<Partial<FieldWiring>>({});

/** Connects a control to the label, hint and error of its Field; its own props win. */
export function useFieldWiring<Props extends object>(props: Props): Props & Partial<FieldWiring> {
  return { ...useContext(FieldContext), ...props };
}
