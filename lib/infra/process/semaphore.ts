interface Bounds {
  permits: number;
  /** How many may wait; the next one is rejected. */
  maxQueued: number;
}

export class QueueFull extends Error {
  override name = "QueueFull";

  /** The server's bundles have separate copies of this class, but share semaphores. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "QueueFull";
  }
}

/** Bounds how much of one kind of work runs at once and how much waits, first come, first served. */
export class Semaphore {
  private running = 0;
  private readonly queue = new Set<() => void>();

  constructor(private readonly bounds: Bounds) {}

  /**
   * Runs `work` once a permit is free.
   * @throws QueueFull at once if too many callers wait already; the signal's reason if it aborts while waiting
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.acquire(signal);
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  get hasFreePermit(): boolean {
    return this.running < this.bounds.permits;
  }

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** Acquires a permit if one is free. Returns its release function, which is idempotent. */
  tryAcquire(): (() => void) | undefined {
    if (!this.hasFreePermit) return undefined;
    this.running += 1;
    let isHeld = true;
    return () => {
      if (isHeld) this.release();
      isHeld = false;
    };
  }

  private async acquire(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.hasFreePermit) {
      this.running += 1;
      return;
    }
    if (this.queue.size >= this.bounds.maxQueued) throw new QueueFull("Too much work of this kind is waiting");
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.queue.delete(admit);
        reject(signal?.reason as Error);
      };
      const admit = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      signal?.addEventListener("abort", leave, { once: true });
      this.queue.add(admit);
    });
  }

  /** Passes the permit to the longest waiter directly, so that no later caller can take it first. */
  private release(): void {
    const [next] = this.queue;
    if (!next) {
      this.running -= 1;
      return;
    }
    this.queue.delete(next);
    next();
  }
}
