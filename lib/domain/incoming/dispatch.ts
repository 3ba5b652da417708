import { currentSandbox } from "@/lib/infra/sandbox/scope";

/** Notifies the announcer of this process that these accounts may have due acts. */
export type IncomingDispatcher = (userIds: string[]) => Promise<void>;

// Next bundles instrumentation and routes separately: a module variable would exist twice.
const shared = globalThis as typeof globalThis & { pegboardIncomingDispatcher?: IncomingDispatcher };

/** Registers this process's dispatcher. Set once, at start. */
export function setIncomingDispatcher(dispatcher: IncomingDispatcher | undefined): void {
  shared.pegboardIncomingDispatcher = dispatcher;
}

/** Only a hint: without a dispatcher, a poll finds due acts. */
export async function dispatchIncoming(userIds: string[]): Promise<void> {
  if (currentSandbox()) return;
  await shared.pegboardIncomingDispatcher?.(userIds);
}
