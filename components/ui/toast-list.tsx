"use client";

import { DismissableLayer } from "radix-ui/internal";
import { ToastCard } from "./toast-card";
import { type Toast, toastStore } from "./toast-store";
import { useAttention } from "./use-attention";

/**
 * The current toasts. They do not take part in layering: Escape goes to the open dialog or
 * menu, and clicking a toast closes neither.
 */
export function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const { held, holding } = useAttention();
  return (
    <DismissableLayer.Branch asChild>
      <ol
        {...holding}
        className="pointer-events-none fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2 md:bottom-6"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} held={held} onClose={() => toastStore.remove(toast.id)} />
        ))}
      </ol>
    </DismissableLayer.Branch>
  );
}
