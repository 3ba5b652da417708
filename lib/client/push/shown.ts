/** Closes the notifications that this browser shows: they were read on the site. */
export async function closeShownNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}
