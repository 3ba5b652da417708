import { useEffect, useRef } from "react";

/** Disabling the focused control drops the focus to the page; give it back once the controls are `open` again. */
export function useKeptFocus(open: boolean) {
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
