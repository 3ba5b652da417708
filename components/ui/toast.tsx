"use client";

import { useSyncExternalStore } from "react";
import { ToastList } from "./toast-list";
import { type Toast, toastStore } from "./toast-store";

/** Stands once, at the end of the body, and with everything that it needs: it also tells that the connection is gone. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.readOnServer);
  return (
    // There before the first, or it would not be read out.
    <div role="status" aria-live="polite" aria-atomic={false}>
      {toasts.length > 0 && <ToastList toasts={toasts} />}
    </div>
  );
}

/** Says briefly that something happened. What the reader must act on stands on the page, as an ErrorNote. */
export function useToast() {
  return toast;
}

function toast(text: Toast["text"], options: Partial<Pick<Toast, "tone" | "action">> = {}) {
  toastStore.add({ text, tone: "plain", ...options });
}
