"use client";

import { useRef } from "react";

/** Returns the focus when a dialog without a trigger closes. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => void (opener.current = document.activeElement),
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
