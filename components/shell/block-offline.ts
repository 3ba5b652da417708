import { toastStore } from "@/components/ui/toast-store";
import { OFFLINE } from "@/lib/client/call-error";

/** Whether to block a navigation because the browser is offline and would show its error page. Shows a toast. */
export function blockOffline(): boolean {
  if (navigator.onLine) return false;
  toastStore.add({ text: OFFLINE, tone: "bad" });
  return true;
}
