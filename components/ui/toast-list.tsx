"use client";

import clsx from "clsx";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import * as Primitive from "radix-ui/toast";
import { type Toast, toastStore } from "./toast-store";

const SHOWN_FOR = 5_000;
const SHOWN_WITH_ACTION_FOR = 10_000;

export default function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <Primitive.Provider label="Notice" swipeDirection="down">
      {toasts.map((toast) => <ToastCard key={toast.id} toast={toast} />)}
      <Primitive.Viewport className="fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2 outline-none md:bottom-6" />
    </Primitive.Provider>
  );
}

function ToastCard({ toast: { id, text, tone, action } }: { toast: Toast }) {
  return (
    <Primitive.Root
      duration={action ? SHOWN_WITH_ACTION_FOR : SHOWN_FOR}
      onOpenChange={(open) => open || toastStore.remove(id)}
      className="flex w-fit max-w-full animate-enter-up items-center gap-2.5 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-4 shadow-float"
    >
      {tone === "good" && <CircleCheck aria-label="Done" className="size-5 shrink-0 text-good" />}
      {tone === "bad" && <CircleAlert aria-label="Failed" className="size-5 shrink-0 text-bad" />}
      <Primitive.Description className="min-w-0 py-1.5">{text}</Primitive.Description>
      {action && (
        <Primitive.Action altText={action.label} onClick={action.run} className={clsx(SMALL, "px-2.5 font-medium text-brand")}>
          {action.label}
        </Primitive.Action>
      )}
      <Primitive.Close aria-label="Dismiss" className={clsx(SMALL, "w-(--control-small) text-muted")}><X aria-hidden className="m-auto size-4" /></Primitive.Close>
    </Primitive.Root>
  );
}

const SMALL = "h-(--control-small) shrink-0 rounded-control hover:bg-hover";
