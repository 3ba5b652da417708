import { setAppBadge } from "@/lib/client/app-badge";
import { createCall } from "@/lib/client/call";
import { describeSubscription } from "@/lib/client/push/subscription";
import type { PushMessage } from "@/lib/domain/consequences/push/present";
import { type PushSubscriptionChangeEvent, scope } from "./worker-scope";

const ICON = "/icon-192.png";

const call = createCall({
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
  isOnline: () => true,
});

/** Shows what is pushed. Browsers require that each push shows something. */
scope.addEventListener("push", (event) => {
  const message = event.data?.json() as PushMessage | undefined;
  if (message) event.waitUntil(show(message));
});

async function show({ id, title, body, tag, url, badge }: PushMessage): Promise<void> {
  setAppBadge(badge);
  await scope.registration.showNotification(title, { body, icon: ICON, tag, data: { id, url } });
}

/** A click opens what it is about, and marks it as read: in a tab that shows it already, so that no draft is lost. */
scope.addEventListener("notificationclick", (event) => {
  const { id, url } = event.notification.data as Pick<PushMessage, "id" | "url">;
  event.notification.close();
  event.waitUntil(Promise.all([open(new URL(url, location.origin)), read(id)]));
});

async function open({ href }: URL): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => tab.url === href);
  await (there ? there.focus() : scope.clients.openWindow(href));
}

/** Without a connection, the page marks it as read once it is open. */
async function read(id: string): Promise<void> {
  const unread = await call("POST /api/notifications/read", { ids: [id] }).catch(() => undefined);
  if (unread) setAppBadge(unread.count);
}

/** The browser has renewed its subscription, or ended it by itself: subscribes again as before. */
scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ newSubscription, oldSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const renewed =
    newSubscription ?? (oldSubscription && (await scope.registration.pushManager.subscribe(oldSubscription.options)));
  if (renewed) await call("PUT /api/push/subscription", describeSubscription(renewed));
}
