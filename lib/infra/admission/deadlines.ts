/**
 * Calls back for items that were not removed in time. All items share one timeout, so one timer serves them all: a
 * timer for each of thousands of requests a second would cost more than the requests.
 */
export class Deadlines<Item> {
  /** When each item expires, the earliest first. */
  private readonly dueAt = new Map<Item, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ms: number,
    private readonly onLate: (item: Item) => void,
  ) {}

  add(item: Item): void {
    const at = performance.now() + this.ms;
    this.dueAt.set(item, at);
    if (!this.timer) this.wait(at, this.ms);
  }

  remove(item: Item): void {
    this.dueAt.delete(item);
  }

  private wait(until: number, ms: number): void {
    this.timer = setTimeout(() => this.check(until), ms);
    this.timer.unref();
  }

  private check(until: number): void {
    this.timer = undefined;
    for (const [item, at] of this.dueAt) {
      if (at > until) return this.wait(at, at - performance.now());
      this.dueAt.delete(item);
      this.onLate(item);
    }
  }
}
