"use client";

import { useRef } from "react";

/** For a dialog that no trigger of its own opens: the focus goes back to where it was. */
export function useOpener() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => void (opener.current = document.activeElement),
    onCloseAutoFocus(event: Event) {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
