import { registerWorker } from "@/lib/client/service-worker/register";

/** Whether a page may have notifications shown: `unsupported` is also a private window, or Safari outside its app. */
export type PushAbility = "unsupported" | "blocked" | "able";

/** Returns what this browser lets the site do. Asks nobody. */
export function pushAbility(): PushAbility {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  return Notification.permission === "denied" ? "blocked" : "able";
}

/** Returns this browser's subscription; null if it has none. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks for permission, and subscribes this browser. Call it in the handler of a click, or browsers do not ask.
 * @returns null if it was not permitted
 * @throws DOMException if the browser's push service cannot be reached, or the browser has no worker
 */
export async function subscribeBrowser(applicationServerKey: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await registerWorker();
  if (!(await navigator.serviceWorker.getRegistration())) throw new DOMException("No worker", "NotSupportedError");
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key of the site's receives nothing, and stands in the way of a new one.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
