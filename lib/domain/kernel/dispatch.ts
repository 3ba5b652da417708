import { processWide } from "@/lib/infra/process/process-wide";
import { currentSandbox } from "@/lib/infra/sandbox/scope";

export interface QueuedDelivery {
  id: string;
  endpointId: string;
}

/** What committed acts leave to the workers. */
interface Work {
  deliveries: QueuedDelivery;
  letters: string;
  /** Ids of accounts that may have due acts. */
  incoming: string;
  /** Ids of previews whose pages may be due. */
  previews: string;
  /** Ids of notifications that are to be pushed to browsers. */
  pushes: string;
}

/** Notify the workers of this process. */
export type Dispatchers = { [Kind in keyof Work]: (items: Work[Kind][]) => Promise<void> };

const own = processWide("dispatchers", (): { dispatchers: Partial<Dispatchers> } => ({ dispatchers: {} }));

/** Registers this process's dispatchers. Set once, at start. */
export function setDispatchers(dispatchers: Partial<Dispatchers>): void {
  own().dispatchers = dispatchers;
}

/**
 * Hands work to this process's dispatcher. Only a hint: without one, a poll finds it. In a sandbox,
 * lib/domain/accounts/sandboxes/due-work.ts does the work.
 */
export async function dispatch<Kind extends keyof Work>(kind: Kind, items: Work[Kind][]): Promise<void> {
  if (!currentSandbox()) await own().dispatchers[kind]?.(items);
}
