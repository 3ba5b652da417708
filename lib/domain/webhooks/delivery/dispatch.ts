import { currentSandbox } from "@/lib/infra/sandbox/scope";

/** A delivery that was just committed. */
export interface QueuedDelivery {
  id: string;
  endpointId: string;
}

/** Notifies the delivery worker of this process of new deliveries. */
export type Dispatcher = (deliveries: QueuedDelivery[]) => Promise<void>;

// Next bundles instrumentation and routes separately: a module variable would exist twice.
const shared = globalThis as typeof globalThis & { pegboardDispatcher?: Dispatcher };

/** Registers this process's dispatcher. Set once, at start. */
export function setDispatcher(dispatcher: Dispatcher | undefined): void {
  shared.pegboardDispatcher = dispatcher;
}

/** Dispatches committed deliveries. Only a hint: without a dispatcher, a poll finds them. */
export async function dispatchDeliveries(deliveries: QueuedDelivery[]): Promise<void> {
  // Deliveries of a sandbox are attempted after each act instead (lib/domain/sandboxes/due-work.ts).
  if (currentSandbox()) return;
  await shared.pegboardDispatcher?.(deliveries);
}
