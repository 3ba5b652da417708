import type { Target } from "./target";

/** One way to wear the server down, as somebody outside would try it. */
export interface Attack<Prepared = unknown> {
  name: string;
  description: string;
  /** Makes what the attack needs before the clock runs: accounts, pictures, rows. */
  prepare?(target: Target): Promise<Prepared>;
  /** Attacks until the signal; what is in flight then is cut by the end of its process. */
  run(target: Target, signal: AbortSignal, prepared: Prepared): Promise<unknown>;
}

/** Checks the types of an attack against each other, and forgets them. */
export function attack<Prepared>(of: Attack<Prepared>): Attack {
  return of;
}
