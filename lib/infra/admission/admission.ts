import { type Network, networksAround } from "@/lib/infra/network/client-ip";
import { FairQueue } from "./fair-queue";
import { Tally } from "./tally";

export interface AdmissionOptions {
  /** How many requests run at the same time. */
  permits: number;
  /** How many of these one client may hold; all of them by default. */
  permitsPerClient?: number;
  /** How many of these one operation may hold, so that many clients of a slow one leave permits to others. */
  permitsPerOperation?: number;
  /** How many requests may wait in total. When full, a request of the client with the most waiting is rejected. */
  maxWaiting: number;
  /**
   * How many of these may come from one client. When full, a request of its flow with the most waiting is rejected. The
   * wider networks around it get a multiple of this.
   */
  maxWaitingPerClient: number;
  maxWaitMs: number;
  /** How long a permit rests before it is reused, so that a flood of cheap requests leaves processor time to others. */
  restMs?: number;
  /** A permit held longer than this is passed on, so that a slow reader blocks nobody. */
  maxHoldMs: number;
}

/** A request that waits for a permit or holds one. */
export interface PermitRequest {
  /** Resolves to true when the request is admitted, to false when it is rejected or leaves the queue. */
  readonly admitted: Promise<boolean>;
  /** Releases the permit, to this client only after `clientRestMs` and to others at once, or leaves the queue. */
  leave(clientRestMs?: number): void;
}

/** Where a request comes from besides its client, and what it is for. */
interface RequestDetails {
  /** Which of the client's flows it belongs to, the widest first; flows take turns. */
  flow?: readonly string[];
  operation?: string;
}

interface QueuedRequest extends Required<RequestDetails> {
  client: string;
  networks: readonly Network[];
  state: "waiting" | "admitted" | "over";
  settle(admitted: boolean): void;
}

/**
 * Admits a bounded number of requests at a time. Clients take turns, one request each, so however many requests one
 * client sends at once, another waits only for about one round of permits. A client's flows take its turns in turn, and
 * operations take turns as well.
 */
export class Admission {
  private readonly waiting = new FairQueue<QueuedRequest>();
  private readonly waitingIn = new Tally();
  private readonly clients = new Tally();
  private readonly operations = new Tally();
  private readonly waits: Deadlines<QueuedRequest>;
  private readonly holds: Deadlines<QueuedRequest>;
  private admitted = 0;

  constructor(private readonly options: AdmissionOptions) {
    this.waits = new Deadlines(options.maxWaitMs, (request) => this.end(request, 0));
    this.holds = new Deadlines(options.maxHoldMs, (request) => this.end(request, 0));
  }

  /** Admits a request when it is its turn, and not at all if too many wait already. */
  enter(client: string, { flow = [], operation = "" }: RequestDetails = {}): PermitRequest {
    const networks = networksAround(client);
    const request: QueuedRequest = { client, networks, flow, operation, state: "waiting", settle: () => undefined };
    const admitted = new Promise<boolean>((resolve) => (request.settle = resolve));
    if (this.mayWait(request)) {
      this.waiting.add(request);
      this.count(request, 1);
      this.waits.add(request);
      this.admitNext();
    } else {
      request.state = "over";
      request.settle(false);
    }
    return { admitted, leave: (clientRestMs = 0) => this.end(request, clientRestMs) };
  }

  /** Rejects a request of a flow or client that has more waiting, so that a newcomer does not pay for a flood. */
  private mayWait({ client, flow, networks }: QueuedRequest): boolean {
    const { maxWaiting, maxWaitingPerClient } = this.options;
    const { waiting } = this;
    const isFull = networks.some(({ name, times }) => this.waitingIn.of(name) >= times * maxWaitingPerClient);
    if (isFull && !this.reject(waiting.takeForFlow(client, flow))) return false;
    return waiting.size < maxWaiting || this.reject(waiting.takeFromLongest(waiting.countOf(client) + 1));
  }

  private reject(rejected: QueuedRequest | undefined): boolean {
    if (!rejected) return false;
    this.count(rejected, -1);
    this.waits.remove(rejected);
    rejected.state = "over";
    rejected.settle(false);
    return true;
  }

  private count({ networks }: QueuedRequest, change: 1 | -1): void {
    for (const { name } of networks) this.waitingIn.add(name, change);
  }

  private admitNext(): void {
    const { permits, permitsPerClient = permits, permitsPerOperation = permits } = this.options;
    while (this.admitted < permits) {
      const next = this.waiting.take(
        ({ client, operation }) =>
          this.clients.of(client) < permitsPerClient && this.operations.of(operation) < permitsPerOperation,
      );
      if (!next) return;
      this.admitted += 1;
      this.count(next, -1);
      this.clients.add(next.client, 1);
      this.operations.add(next.operation, 1);
      this.waits.remove(next);
      this.holds.add(next);
      next.state = "admitted";
      next.settle(true);
    }
  }

  private end(request: QueuedRequest, clientRestMs: number): void {
    const { state } = request;
    request.state = "over";
    if (state === "waiting") {
      this.waits.remove(request);
      this.waiting.remove(request);
      this.count(request, -1);
      request.settle(false);
    } else if (state === "admitted") {
      this.holds.remove(request);
      // Takes at least one event-loop turn per request: otherwise requests that do no I/O would run back to back and
      // starve the event loop.
      const release = () => {
        this.release(request, clientRestMs);
        this.admitNext();
      };
      if (this.options.restMs) setTimeout(release, this.options.restMs);
      else setImmediate(release);
    }
  }

  private release({ client, operation }: QueuedRequest, clientRestMs: number): void {
    this.admitted -= 1;
    this.operations.add(operation, -1);
    if (clientRestMs === 0) return this.clients.add(client, -1);
    setTimeout(() => {
      this.clients.add(client, -1);
      this.admitNext();
    }, clientRestMs);
  }
}

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
