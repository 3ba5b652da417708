"use client";

import { lazy, Suspense, useSyncExternalStore } from "react";
import { type Toast, toastStore } from "./toast-store";

const ToastList = lazy(() => import("./toast-list"));

/** Stands once, at the end of the body. What draws the toasts is fetched with the first of them. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.readOnServer);
  return toasts.length > 0 && <Suspense><ToastList toasts={toasts} /></Suspense>;
}

/** Says briefly that something happened. What the reader must act on stands on the page, as an ErrorNote. */
export function useToast() {
  return toast;
}

function toast(text: Toast["text"], options: Partial<Pick<Toast, "tone" | "action">> = {}) {
  toastStore.add({ text, tone: "plain", ...options });
}
