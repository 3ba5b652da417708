"use client";

import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style";
import { useFieldWiring } from "./field-context";

/** Grows with its text, where the browser supports it. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      {...useFieldWiring(rest)}
      className={clsx(controlStyle, "field-sizing-content resize-y py-2", className)}
    />
  );
}
