"use client";

import type { ComponentProps } from "react";

/** What people returned to this page for: focusing it scrolls it into view, and screen readers announce it. */
export function Arrival(props: ComponentProps<"div">) {
  return <div ref={focusOnce} tabIndex={-1} {...props} />;
}

/** A ref of what replaces the pressed control: it gets the focus, so that it is read from its beginning. */
export const focusOnce = (element: HTMLElement | null) => element?.focus();
