/** Registers the worker that keeps pages for when there is no connection, where the browser has such workers. */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" }).catch(() => undefined);
}
