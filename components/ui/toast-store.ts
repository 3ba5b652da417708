import type { ReactNode } from "react";
import { createStore } from "zustand/vanilla";

export type ToastTone = "plain" | "good" | "bad";

export interface Toast {
  id: number;
  text: ReactNode;
  tone: ToastTone;
  action?: { label: string; run: () => void };
}

const MAX_TOASTS = 3;

const store = createStore<readonly Toast[]>(() => []);
let lastId = 0;

export const toastStore = {
  ...store,
  /**
   * Adds a toast. A text that is shown already is restarted instead of shown twice. For an error that the viewer must
   * act on, use ErrorNote.
   */
  add(toast: Omit<Toast, "id">) {
    const others = store.getState().filter(({ text }) => text !== toast.text);
    store.setState([...others, { ...toast, id: ++lastId }].slice(-MAX_TOASTS), true);
  },
  remove(id: number) {
    store.setState(
      store.getState().filter((toast) => toast.id !== id),
      true,
    );
  },
};
