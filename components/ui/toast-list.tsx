"use client";

import { TOASTS } from "./keep-open-for-toasts";
import { ToastCard } from "./toast-card";
import { type Toast, toastStore } from "./toast-store";
import { useAttention } from "./use-attention";

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
