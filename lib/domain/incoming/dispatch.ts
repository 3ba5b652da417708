import { currentSandbox } from "@/lib/infra/sandbox/scope";

/** Notifies whatever announces in this process that these accounts may have something to be told. */
export type IncomingDispatcher = (userIds: string[]) => Promise<void>;

// Next bundles instrumentation and routes separately: a module variable would exist twice.
const shared = globalThis as typeof globalThis & { pegboardIncomingDispatcher?: IncomingDispatcher };

/** Registers this process's dispatcher. Set once, at start. */
export function setIncomingDispatcher(dispatcher: IncomingDispatcher | undefined): void {
  shared.pegboardIncomingDispatcher = dispatcher;
}

/** It is only a hint: without a dispatcher, a poll finds what is due. */
export async function dispatchIncoming(userIds: string[]): Promise<void> {
  if (currentSandbox()) return;
  await shared.pegboardIncomingDispatcher?.(userIds);
}
