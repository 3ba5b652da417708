"use client";

import { useEffect } from "react";
import { useStore } from "zustand/react";
import { ToastList } from "./toast-list";
import { toastStore } from "./toast-store";

/** The container of toasts. Bundled with the page, since it must work offline too. */
export function Toaster() {
  const toasts = useStore(toastStore);
  useEffect(() => toastStore.addKept(), []);
  return (
    // The live region must exist before its first message to be announced.
    <div role="status" aria-live="polite" aria-atomic={false}>
      {toasts.length > 0 && <ToastList toasts={toasts} />}
    </div>
  );
}
