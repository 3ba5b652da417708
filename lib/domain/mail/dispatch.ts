import { currentSandbox } from "@/lib/infra/sandbox/scope";

/** Notifies the mail worker of this process of new letters, by their ids. */
export type MailDispatcher = (letterIds: string[]) => Promise<void>;

// Next bundles instrumentation and routes separately: a module variable would exist twice.
const shared = globalThis as typeof globalThis & { pegboardMailDispatcher?: MailDispatcher };

/** Registers this process's dispatcher. Set once, at start. */
export function setMailDispatcher(dispatcher: MailDispatcher | undefined): void {
  shared.pegboardMailDispatcher = dispatcher;
}

/** Dispatches committed letters. Only a hint: without a dispatcher, a poll finds them. */
export async function dispatchLetters(letterIds: string[]): Promise<void> {
  // Nobody in a sandbox has an address.
  if (currentSandbox()) return;
  await shared.pegboardMailDispatcher?.(letterIds);
}
