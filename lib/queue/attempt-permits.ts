import { Semaphore } from "@/lib/infra/process/semaphore";
import { Tally } from "@/lib/infra/admission/tally";

/** An attempt that takes longer counts as slow, so that receivers that hang do not delay others. */
const SLOW_MS = 1000;
const MAX_FAST = 64;
const MAX_TOTAL = 512;
/** An account's share of each; with ten endpoints it could otherwise take 80. */
const MAX_FAST_PER_OWNER = 16;
const MAX_TOTAL_PER_OWNER = 32;

/** Bounds a worker's concurrent attempts in total and per account: few fast ones, and many that turned out slow. */
export class AttemptPermits {
  private readonly fast = new Semaphore({ permits: MAX_FAST, maxQueued: 0 });
  private readonly total = new Semaphore({ permits: MAX_TOTAL, maxQueued: 0 });
  private readonly fastOf = new Tally();
  private readonly totalOf = new Tally();

  get areFree(): boolean {
    return this.fast.hasFreePermit && this.total.hasFreePermit;
  }

  hasShare(ownerId: string): boolean {
    return this.fastOf.of(ownerId) < MAX_FAST_PER_OWNER && this.totalOf.of(ownerId) < MAX_TOTAL_PER_OWNER;
  }

  /** Acquires a permit if one is free, and returns its release function. Calls `onSlow` if it is held for long. */
  tryAcquire(ownerId: string, onSlow: () => void): (() => void) | undefined {
    if (!this.areFree || !this.hasShare(ownerId)) return undefined;
    const releases = [
      [this.fast.tryAcquire(), this.fastOf],
      [this.total.tryAcquire(), this.totalOf],
    ] as const;
    const [releaseFast, releaseTotal] = releases.map(([release, tally]) => {
      tally.add(ownerId, 1);
      return once(() => {
        release?.();
        tally.add(ownerId, -1);
      });
    });
    const timer = setTimeout(() => {
      releaseFast?.();
      onSlow();
    }, SLOW_MS);
    return () => {
      clearTimeout(timer);
      releaseFast?.();
      releaseTotal?.();
    };
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
