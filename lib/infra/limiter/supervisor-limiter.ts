import type { SupervisorConnection } from "@/lib/infra/process/supervisor";
import type { Lease, ReturnedLease } from "./lease";
import { withTimeout } from "@/lib/infra/timeout";
import {
  type BudgetRequest,
  counterOf,
  decide,
  type Decision,
  type Limiter,
  type BudgetAction,
  windowAt,
} from "./limiter";

/** A slow supervisor means an overloaded machine, no reason to admit more. Only bounds the wait for a frozen one. */
const TIMEOUT_MS = 10_000;

/** A process's call of its supervisor. It returns the leases of the requests' counters, which end with it. */
export type LimitCall = [action: BudgetAction, requests: readonly BudgetRequest[], returned: readonly ReturnedLease[]];

type Supervisor = Pick<SupervisorConnection, "call" | "returnLeases">;

/**
 * Counts in the supervisor's memory, so that the workers of a machine share their limits. All requests of a call go in
 * one message. A counter that only one process uses is leased to it and counted here, until the lease's block is used
 * up or another process needs it.
 */
export class SupervisorLimiter implements Limiter {
  private readonly leases = new Map<string, Lease>();
  /** The calls in progress, by their counters: they may bring leases. */
  private readonly pending = new Map<string, Promise<unknown>>();

  constructor(private readonly supervisor: Supervisor) {}

  apply(action: BudgetAction, requests: readonly BudgetRequest[]): Decision[] | Promise<Decision[]> {
    return this.decideFromLeases(action, requests) ?? this.callSupervisor(action, requests);
  }

  take(leases: readonly Lease[]): void {
    for (const lease of leases) this.leases.set(lease.counter, lease);
  }

  /** Returns a lease that another process needs. An unknown lease has already been returned. */
  recall({ id, counter }: Pick<Lease, "id" | "counter">): void {
    if (this.leases.get(counter)?.id === id) this.supervisor.returnLeases(this.end([counter]));
  }

  /** Returns all leases, because the process is ending. */
  close(): void {
    this.supervisor.returnLeases(this.end([...this.leases.keys()]));
  }

  /** Decides from leases alone, if all counters are leased and their blocks have enough calls left. */
  private decideFromLeases(action: BudgetAction, requests: readonly BudgetRequest[]): Decision[] | undefined {
    const now = Date.now();
    const decisions: Decision[] = [];
    const changes: [Lease, number][] = [];
    // No two requests of a call have the same counter.
    for (const request of requests) {
      const lease = this.leases.get(counterOf(request));
      if (lease?.window !== windowAt(request.rate, now)) return undefined;
      const { decision, change } = decide(action, request, lease.counted, now);
      if (change > lease.block) return undefined;
      decisions.push(decision);
      changes.push([lease, change]);
      if (action === "spend" && !decision.allowed) break;
    }
    for (const [lease, change] of changes) {
      lease.counted.current += change;
      lease.block -= change;
    }
    return decisions;
  }

  private async callSupervisor(action: BudgetAction, requests: readonly BudgetRequest[]): Promise<Decision[]> {
    const counters = requests.map(counterOf);
    const earlier = counters.map((counter) => this.pending.get(counter)).find((each) => each !== undefined);
    if (earlier) {
      await earlier;
      return this.apply(action, requests);
    }
    const call: LimitCall = [action, requests, this.end(counters)];
    const calling = withTimeout(this.supervisor.call("limit", call) as Promise<Decision[]>, TIMEOUT_MS);
    const settled = calling.catch(() => undefined).finally(() => counters.forEach((each) => this.pending.delete(each)));
    for (const counter of counters) this.pending.set(counter, settled);
    return calling;
  }

  private end(counters: readonly string[]): ReturnedLease[] {
    return counters.flatMap((counter) => {
      const lease = this.leases.get(counter);
      this.leases.delete(counter);
      return lease ? [{ id: lease.id, counter, unused: lease.block }] : [];
    });
  }
}
