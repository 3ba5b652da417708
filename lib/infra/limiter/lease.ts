import type { Counted } from "./limiter";

/**
 * A counter that one process keeps for now. Its calls of this block are counted already, so that it can admit them
 * without asking; another process's question recalls it.
 */
export interface Lease {
  id: number;
  counter: string;
  /** The number of the window for which it holds. */
  window: number;
  /** As counted without the block. */
  counted: Counted;
  block: number;
}

/** A lease that has ended. The unused calls of its block were not made. */
export interface ReturnedLease extends Pick<Lease, "id" | "counter"> {
  unused: number;
}
