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

/** In the storage of this tab. */
const FOR_NEXT_PAGE = "toast";

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
  /** Keeps a success for the page that is about to be loaded in place of this one. */
  addToNextPage(text: string) {
    try {
      sessionStorage.setItem(FOR_NEXT_PAGE, text);
    } catch {
      // Without storage, the page says nothing.
    }
  },
  /** Adds what the page before this one has kept. */
  addKept() {
    try {
      const text = sessionStorage.getItem(FOR_NEXT_PAGE);
      sessionStorage.removeItem(FOR_NEXT_PAGE);
      if (text !== null) this.add({ text, tone: "good" });
    } catch {
      // There is no storage, and nothing was kept.
    }
  },
  remove(id: number) {
    store.setState(
      store.getState().filter((toast) => toast.id !== id),
      true,
    );
  },
};
