"use client";

import { type FocusEvent, useEffect, useState } from "react";
import { TOASTS } from "./keep-open-for-toasts";
import { ToastCard } from "./toast-card";
import { type Toast, toastStore } from "./toast-store";

/** The current toasts. Escape goes to the open dialog or menu, and clicking a toast closes neither. */
export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const { held, holding } = useAttention();
  return (
    <ol
      {...TOASTS}
      {...holding}
      className="pointer-events-none fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2 md:bottom-6"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} onClose={() => toastStore.remove(toast.id)} />
      ))}
    </ol>
  );
}

/** Whether the pointer or focus is inside, or the window is not focused: timeouts should pause then. */
function useAttention() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [away, setAway] = useState(false);

  useEffect(() => {
    const leave = () => setAway(true);
    const come = () => setAway(false);
    window.addEventListener("blur", leave);
    window.addEventListener("focus", come);
    return () => {
      window.removeEventListener("blur", leave);
      window.removeEventListener("focus", come);
    };
  }, []);

  const holding = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
  };
  return { held: pointed || focused || away, holding };
}
