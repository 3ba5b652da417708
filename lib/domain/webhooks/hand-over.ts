/** A delivery that was just committed. */
export interface Queued {
  id: string;
  endpointId: string;
}

/** How deliveries reach the engine that drives them. Set once, by the engine of this process. */
type HandOver = (deliveries: Queued[]) => Promise<void>;

// Next bundles instrumentation and routes apart: a variable of the module would be two variables.
const shared = globalThis as typeof globalThis & { pegboardHandOver?: HandOver };

export function setHandOver(handOver: HandOver | undefined): void {
  shared.pegboardHandOver = handOver;
}

/** Tells the engine of deliveries that were just committed. Where nobody listens, the sweeper finds them. */
export async function handOver(deliveries: Queued[]): Promise<void> {
  await shared.pegboardHandOver?.(deliveries);
}
