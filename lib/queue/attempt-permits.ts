import { Semaphore } from "@/lib/infra/semaphore";

/** An attempt slower than this no longer counts as fast, so that receivers that hang do not delay others. */
const SLOW_MS = 1000;
const MAX_FAST = 64;
const MAX_TOTAL = 512;

/** Bounds a worker's concurrent attempts, over all endpoints: few fast ones, and many that turned out to be slow. */
export class AttemptPermits {
  private readonly fast = new Semaphore({ permits: MAX_FAST, maxQueued: 0 });
  private readonly total = new Semaphore({ permits: MAX_TOTAL, maxQueued: 0 });

  get areFree(): boolean {
    return this.fast.hasFreePermit && this.total.hasFreePermit;
  }

  /** Takes a permit, if one is free, and returns the function that releases it. Calls `onSlow` if held for long. */
  tryAcquire(onSlow: () => void): (() => void) | undefined {
    if (!this.areFree) return undefined;
    const [releaseFast, releaseTotal] = [this.fast.tryAcquire(), this.total.tryAcquire()];
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
