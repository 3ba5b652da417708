import { FairQueue } from "./fair-queue";

export interface AdmissionOptions {
  /** How many requests run at the same time. */
  permits: number;
  /** How many of these one client may hold; all of them by default. */
  permitsPerClient?: number;
  /** How many of these one operation may hold, so that many clients of a slow one leave permits to others. */
  permitsPerOperation?: number;
  /** How many requests may wait, in total and per client. */
  maxWaiting: number;
  maxWaitingPerClient: number;
  maxWaitMs: number;
  /** How long a permit rests before it is reused, so that a flood of cheap requests leaves processor time to others. */
  restMs?: number;
  /** A permit held longer than this is passed on, so that a slow reader blocks nobody. */
  maxHoldMs: number;
}

/** Gives a permit back. The client may have the next of this kind only after `clientRestMs`, others at once. */
export type Release = (clientRestMs?: number) => void;
type Admit = () => void;

/** A request that holds a permit. */
interface Visit {
  client: string;
  operation: string;
}

/**
 * Admits a bounded number of requests at a time. Clients take turns, one request each: however many requests a client
 * sends at once, another waits for about as many as are admitted together. Operations take turns as well.
 */
export class Admission {
  private readonly waiting = new FairQueue<Admit>();
  private readonly clients = new Tally();
  private readonly operations = new Tally();
  private admitted = 0;

  constructor(private readonly options: AdmissionOptions) {}

  /**
   * Resolves to a release function when it is the turn of the client and its operation; to null if too many requests
   * wait already or `signal` aborts first.
   */
  async enter(client: string, signal: AbortSignal, operation = ""): Promise<Release | null> {
    const visit = { client, operation };
    if (!(await this.turn(visit, signal))) return null;
    const timer = setTimeout(() => release(), this.options.maxHoldMs);
    let held = true;
    const release: Release = (clientRestMs = 0) => {
      if (!held) return;
      held = false;
      clearTimeout(timer);
      // At least one event-loop turn per request: otherwise requests that wait for nothing would follow one another
      // without end, and nobody would read what others have sent.
      const end = () => {
        this.release(visit, clientRestMs);
        this.admitNext();
      };
      if (this.options.restMs) setTimeout(end, this.options.restMs);
      else setImmediate(end);
    };
    return release;
  }

  private turn({ client, operation }: Visit, signal: AbortSignal): Promise<boolean> {
    const { maxWaiting, maxWaitingPerClient, maxWaitMs } = this.options;
    if (signal.aborted || this.waiting.size >= maxWaiting || this.waiting.countOf(client) >= maxWaitingPerClient)
      return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (admitted: boolean) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", leave);
        resolve(admitted);
      };
      const admit: Admit = () => settle(true);
      const leave = () => {
        this.waiting.remove(client, admit);
        settle(false);
      };
      const timer = setTimeout(leave, maxWaitMs);
      signal.addEventListener("abort", leave, { once: true });
      this.waiting.add(client, admit, operation);
      this.admitNext();
    });
  }

  private admitNext(): void {
    const { permits, permitsPerClient = permits, permitsPerOperation = permits } = this.options;
    while (this.admitted < permits) {
      const next = this.waiting.take(
        (client, operation) =>
          this.clients.of(client) < permitsPerClient && this.operations.of(operation) < permitsPerOperation,
      );
      if (!next) return;
      this.admitted += 1;
      this.clients.add(next.owner, 1);
      this.operations.add(next.operation, 1);
      next.item();
    }
  }

  private release({ client, operation }: Visit, clientRestMs: number): void {
    this.admitted -= 1;
    this.operations.add(operation, -1);
    if (clientRestMs === 0) return this.clients.add(client, -1);
    setTimeout(() => {
      this.clients.add(client, -1);
      this.admitNext();
    }, clientRestMs);
  }
}

/** Counts the permits that each owner holds. */
class Tally {
  private readonly counts = new Map<string, number>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string, change: 1 | -1): void {
    const count = this.of(name) + change;
    if (count === 0) this.counts.delete(name);
    else this.counts.set(name, count);
  }
}
