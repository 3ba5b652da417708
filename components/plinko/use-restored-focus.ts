import { useEffect, useRef } from "react";

/** Restores the focus that is lost while controls are disabled, once they are `open` again. */
export function useRestoredFocus(open: boolean) {
  const held = useRef<Element | null>(null);
  useEffect(() => {
    if (!open) return;
    if (document.activeElement === document.body && held.current instanceof HTMLElement)
      held.current.focus({ preventScroll: true });
    const hold = () => {
      held.current = document.activeElement;
    };
    addEventListener("focusin", hold);
    return () => removeEventListener("focusin", hold);
  }, [open]);
}
