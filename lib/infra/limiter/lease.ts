import type { Counted } from "./limiter";

/**
 * A counter that one process holds for now. A block of calls is counted in advance, so the process can admit them
 * without calling the supervisor. A request from another process recalls the lease.
 */
export interface Lease {
  id: number;
  counter: string;
  /** The number of the window in which it is valid. */
  window: number;
  /** What is counted, without the block. */
  counted: Counted;
  block: number;
}

/** A lease that has ended. The unused calls of its block were not made. */
export interface ReturnedLease extends Pick<Lease, "id" | "counter"> {
  unused: number;
}
