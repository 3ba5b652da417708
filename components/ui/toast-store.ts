import type { ReactNode } from "react";

export type ToastTone = "plain" | "good" | "bad";

export interface Toast {
  id: number;
  text: ReactNode;
  tone: ToastTone;
  action?: { label: string; run: () => void };
}

const MOST_AT_ONCE = 3;

const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => toasts,
  readOnServer: () => NONE,
  /** What is said already is said anew, not twice. */
  add(toast: Omit<Toast, "id">) {
    const others = toasts.filter(({ text }) => text !== toast.text);
    replace([...others, { ...toast, id: ++lastId }].slice(-MOST_AT_ONCE));
  },
  remove(id: number) {
    replace(toasts.filter((toast) => toast.id !== id));
  },
};

const NONE: readonly Toast[] = [];

function replace(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}
