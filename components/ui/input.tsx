"use client";

import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style";
import { useFieldWiring } from "./field-context";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldWiring(rest)} className={clsx(controlStyle, "h-(--control)", className)} />;
}
