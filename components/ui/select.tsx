"use client";

import clsx from "clsx";
import { Icon } from "./icon";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style";
import { useFieldWiring } from "./field-context";

/** A native select: best on phones. */
export function Select(props: Omit<ComponentProps<"select">, "className">) {
  return (
    <span className="relative block">
      <select {...useFieldWiring(props)} className={clsx(controlStyle, "h-(--control) appearance-none pr-9")} />
      <Icon name="chevron-down" className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
    </span>
  );
}
