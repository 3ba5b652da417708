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

interface WorkerScope {
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: "install" | "activate", listen: (event: ExtendableEvent) => void): void;
  addEventListener(type: "message", listen: (event: ExtendableMessageEvent) => void): void;
  addEventListener(type: "sync", listen: (event: SyncEvent) => void): void;
}

/** The global object of a service worker. */
export const scope = globalThis as unknown as WorkerScope;
