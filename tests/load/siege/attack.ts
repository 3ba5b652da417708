import type { Target } from "./target";

/** A way in which an outsider might overload the server. */
export interface Attack<Prepared = unknown> {
  name: string;
  description: string;
  /** Prepares what the attack needs before it is timed: accounts, pictures, rows. */
  prepare?(target: Target): Promise<Prepared>;
  /** Attacks until the signal. Requests still open then end with the process. */
  run(target: Target, signal: AbortSignal, prepared: Prepared): Promise<unknown>;
}

/** Checks that `prepare` and `run` of an attack fit together, then erases their type. */
export function attack<Prepared>(of: Attack<Prepared>): Attack {
  return of;
}
