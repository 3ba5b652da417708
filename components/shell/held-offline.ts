import { toastStore } from "@/components/ui/toast-store";
import { OFFLINE } from "@/lib/client/call";

/** Whether the way to another page is closed for want of a connection: going would end at the browser's own error page. Says so. */
export function heldOffline(): boolean {
  if (navigator.onLine) return false;
  toastStore.add({ text: OFFLINE, tone: "bad" });
  return true;
}
