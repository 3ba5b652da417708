// What the worker uses of its browser. TypeScript's own declarations contradict those of pages.

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface SyncEvent extends ExtendableEvent {
  tag: string;
}

interface ExtendableMessageEvent extends ExtendableEvent {
  data: unknown;
}

interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null;
}

interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}

export interface PushSubscriptionChangeEvent extends ExtendableEvent {
  newSubscription: PushSubscription | null;
  oldSubscription: PushSubscription | null;
}

/** A tab of the site. */
interface WindowClient {
  url: string;
  focus(): Promise<WindowClient>;
}

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  addEventListener(type: "install" | "activate", listen: (event: ExtendableEvent) => void): void;
  addEventListener(type: "message", listen: (event: ExtendableMessageEvent) => void): void;
  addEventListener(type: "push", listen: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", listen: (event: NotificationEvent) => void): void;
  addEventListener(type: "pushsubscriptionchange", listen: (event: PushSubscriptionChangeEvent) => void): void;
  addEventListener(type: "sync", listen: (event: SyncEvent) => void): void;
}

/** The global object of a service worker. */
export const scope = globalThis as unknown as WorkerScope;
