"use client";

import type { ComponentProps } from "react";

/** Focuses its content when it appears, so that it is scrolled into view and announced by screen readers. */
export function FocusOnMount(props: ComponentProps<"div">) {
  return <div ref={focusOnMount} tabIndex={-1} {...props} />;
}

/** A ref that focuses what replaces a pressed control, so that screen readers read it from its beginning. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();
