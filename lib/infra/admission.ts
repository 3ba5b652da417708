import { FairQueue } from "./fair-queue";

export interface AdmissionOptions {
  /** How many are let in at the same time. */
  permits: number;
  /** How many of these one client holds at most; all of them unless it says. */
  permitsPerClient?: number;
  /** How many wait, of everybody together and of one client. */
  maxWaiting: number;
  maxWaitingPerClient: number;
  maxWaitMs: number;
  /** How long a permit rests before it is used again, so that a flood of what costs little leaves the processor to others. */
  restMs?: number;
  /** A permit held longer than this is given to somebody else: whoever reads slowly holds up nobody. */
  maxHoldMs: number;
}

export type Release = () => void;
type Begin = () => void;

/**
 * Lets few requests in at a time, and clients take turns, one request each: however many requests a client sends at once,
 * another waits for about as many as are let in together.
 */
export class Admission {
  private readonly waiting = new FairQueue<Begin>();
  private readonly held = new Map<string, number>();
  private admitted = 0;

  constructor(private readonly options: AdmissionOptions) {}

  /**
   * Resolves with the way to leave once it is the client's turn, or with null where too much waits already, or `signal`
   * aborts first.
   */
  async enter(client: string, signal: AbortSignal): Promise<Release | null> {
    if (!(await this.turn(client, signal))) return null;
    const timer = setTimeout(() => release(), this.options.maxHoldMs);
    let held = true;
    const release = () => {
      if (!held) return;
      held = false;
      clearTimeout(timer);
      // In a turn of the event loop of its own at least: requests that wait for nothing would else follow one another without
      // end, while nobody looks for what others have sent.
      const end = () => {
        this.giveBack(client);
        this.admitNext();
      };
      if (this.options.restMs) setTimeout(end, this.options.restMs);
      else setImmediate(end);
    };
    return release;
  }

  private turn(client: string, signal: AbortSignal): Promise<boolean> {
    const { maxWaiting, maxWaitingPerClient, maxWaitMs } = this.options;
    if (signal.aborted || this.waiting.size >= maxWaiting || this.waiting.countOf(client) >= maxWaitingPerClient)
      return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (admitted: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", leave);
        resolve(admitted);
      };
      const begin: Begin = () => settle(true);
      const leave = () => {
        this.waiting.remove(client, begin);
        settle(false);
      };
      const timer = setTimeout(leave, maxWaitMs);
      signal.addEventListener("abort", leave, { once: true });
      this.waiting.add(client, begin);
      this.admitNext();
    });
  }

  private admitNext(): void {
    const { permits, permitsPerClient = permits } = this.options;
    while (this.admitted < permits) {
      const next = this.waiting.take((client) => this.heldBy(client) < permitsPerClient);
      if (!next) return;
      this.admitted += 1;
      this.held.set(next.owner, this.heldBy(next.owner) + 1);
      next.item();
    }
  }

  private giveBack(client: string): void {
    this.admitted -= 1;
    const left = this.heldBy(client) - 1;
    if (left === 0) this.held.delete(client);
    else this.held.set(client, left);
  }

  private heldBy(client: string): number {
    return this.held.get(client) ?? 0;
  }
}
