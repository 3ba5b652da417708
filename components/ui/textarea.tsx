"use client";

import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style";
import { useFieldWiring } from "./field-context";

/** Grows with what is written, where the browser can. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      {...useFieldWiring(rest)}
      className={clsx(controlStyle, "field-sizing-content resize-y py-2", className)}
    />
  );
}
