import type { ReactNode } from "react";
import { createStore } from "zustand/vanilla";

type ToastTone = "plain" | "good" | "bad";

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
  /** If its text is shown already, restarts that toast. For an error that the viewer must act on, use ErrorNote. */
  add(toast: Omit<Toast, "id">) {
    const others = store.getState().filter(({ text }) => text !== toast.text);
    store.setState([...others, { ...toast, id: ++lastId }].slice(-MAX_TOASTS), true);
  },
  /** Stores a success message for the page that is about to replace this one. */
  addToNextPage(text: string) {
    try {
      sessionStorage.setItem(FOR_NEXT_PAGE, text);
    } catch {
      // Without storage, the next page shows no message.
    }
  },
  /** Adds the message that the previous page stored. */
  addKept() {
    try {
      const text = sessionStorage.getItem(FOR_NEXT_PAGE);
      sessionStorage.removeItem(FOR_NEXT_PAGE);
      if (text !== null) this.add({ text, tone: "good" });
    } catch {
      // Without storage, there is no message.
    }
  },
  remove(id: number) {
    store.setState(
      store.getState().filter((toast) => toast.id !== id),
      true,
    );
  },
};
