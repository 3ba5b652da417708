import {
  type BudgetRequest,
  counterOf,
  decide,
  type Decision,
  ProcessLimiter,
  windowAt,
} from "@/lib/infra/limiter/limiter";
import type { Lease, ReturnedLease } from "@/lib/infra/limiter/lease";
import type { LimitCall } from "@/lib/infra/limiter/supervisor-limiter";
import type { SupervisorMessage } from "@/lib/infra/process/supervisor";

/** A process whose requests are decided here, and that may be leased counters. */
interface LimiterClient {
  send(message: SupervisorMessage): void;
}

interface Granted {
  id: number;
  holder: LimiterClient;
  request: BudgetRequest;
  window: number;
  ended: Promise<void>;
  end(): void;
  /** Set once the lease is recalled. */
  timer?: NodeJS.Timeout;
}

/**
 * A counter is leased to a process after this many requests with none from another process in between.
 * Recalling a lease costs more than a request.
 */
const REQUESTS_IN_A_ROW = 8;
/** Small, because the block of a killed process stays counted, at the caller's expense. */
const MAX_BLOCK = 32;
const SHARE_OF_REMAINING = 0.25;
const MAX_LEASES = 10_000;
/** For how many counters the last client is remembered. */
const MAX_CLIENTS = 20_000;
/** How long a request waits for another process to return a lease. After that, its block stays counted. */
const RECALL_TIMEOUT_MS = 1000;

/** Counts exactly for all processes of a machine: a counter is held either here or by the process that leases it. */
export class LeasingLimiter {
  private readonly limiter = new ProcessLimiter();
  private readonly leases = new Map<string, Granted>();
  private readonly lastClients = new Map<string, { client: LimiterClient; requests: number }>();
  private lastId = 0;

  /** Decides at once, unless a process must return a lease first. */
  apply(client: LimiterClient, [action, requests, returned]: LimitCall): Decision[] | Promise<Decision[]> {
    this.return(returned);
    const counters = requests.map(counterOf);
    const leased = counters.filter((counter) => this.leases.has(counter));
    if (leased.length > 0)
      return Promise.all(leased.map(async (counter) => this.recall(counter))).then(() =>
        this.apply(client, [action, requests, []]),
      );
    const decisions = this.limiter.apply(action, requests);
    const leases: Lease[] = [];
    for (const n of decisions.keys())
      if (this.isOnlyClient(client, counters[n]!)) leases.push(this.grant(client, requests[n]!, action === "spend"));
    if (leases.length > 0) client.send({ type: "leases", leases });
    return decisions;
  }

  return(leases: readonly ReturnedLease[]): void {
    for (const { id, counter, unused } of leases) {
      const granted = this.leases.get(counter);
      if (granted?.id !== id) continue;
      this.limiter.uncount(unused, granted.request, granted.window);
      this.end(counter, granted);
    }
  }

  /** Ends the leases of a process that has ended. Their blocks stay counted. */
  forget(client: LimiterClient): void {
    for (const [counter, granted] of this.leases) if (granted.holder === client) this.end(counter, granted);
    for (const [counter, last] of this.lastClients) if (last.client === client) this.lastClients.delete(counter);
  }

  private isOnlyClient(client: LimiterClient, counter: string): boolean {
    const last = this.lastClients.get(counter);
    const requests = last?.client === client ? last.requests + 1 : 1;
    this.lastClients.delete(counter);
    this.lastClients.set(counter, { client, requests });
    const [oldest] = this.lastClients.keys();
    if (this.lastClients.size > MAX_CLIENTS && oldest !== undefined) this.lastClients.delete(oldest);
    return requests > REQUESTS_IN_A_ROW;
  }

  private grant(holder: LimiterClient, request: BudgetRequest, isSpent: boolean): Lease {
    const [oldest] = this.leases.keys();
    if (this.leases.size >= MAX_LEASES && oldest !== undefined) void this.recall(oldest);
    const now = Date.now();
    const window = windowAt(request.rate, now);
    const counter = counterOf(request);
    const counted = this.limiter.counted(request, now);
    const { remaining } = decide("peek", request, counted, now).decision;
    const block = isSpent ? Math.min(MAX_BLOCK, Math.floor(remaining * SHARE_OF_REMAINING)) : 0;
    this.limiter.add(block, request, now);
    const id = (this.lastId += 1);
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.leases.set(counter, { id, holder, request, window, ended, end });
    return { id, counter, window, counted, block };
  }

  /** Resolves when the lease has ended. */
  private recall(counter: string): Promise<void> | undefined {
    const granted = this.leases.get(counter);
    if (granted && !granted.timer) {
      granted.holder.send({ type: "recall", lease: { id: granted.id, counter } });
      granted.timer = setTimeout(() => this.end(counter, granted), RECALL_TIMEOUT_MS);
    }
    return granted?.ended;
  }

  private end(counter: string, granted: Granted): void {
    clearTimeout(granted.timer);
    this.leases.delete(counter);
    granted.end();
  }
}
