"use client";

import type { ComponentProps } from "react";

/** What people have come back to this page for: the focus brings it into view, and screen readers read it. */
export function Arrival(props: ComponentProps<"div">) {
  return <div ref={focusOnce} tabIndex={-1} {...props} />;
}

const focusOnce = (element: HTMLElement | null) => element?.focus();
