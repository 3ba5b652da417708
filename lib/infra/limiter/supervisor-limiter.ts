import type { SupervisorConnection } from "@/lib/infra/process/supervisor";
import { withTimeout } from "@/lib/infra/timeout";
import {
  type Claim,
  type Counted,
  counterOf,
  decide,
  type Decision,
  type Limiter,
  type Question,
  windowAt,
} from "./limiter";

/** A slow supervisor means an overloaded machine, no reason to admit more. Only bounds the wait for a frozen one. */
const TIMEOUT_MS = 10_000;

/** A process's question to its supervisor. It returns the leases of the claims' counters, which end with it. */
export type LimitQuestion = [question: Question, claims: readonly Claim[], returned: readonly ReturnedLease[]];

type Supervisor = Pick<SupervisorConnection, "call" | "returnLeases">;

/**
 * Counts in the supervisor's memory, so that the workers of a machine share their limits; all claims go in one message.
 * A counter that only one process uses is leased to it and counted here, until the lease's block is used up or another
 * process asks for it.
 */
export class SupervisorLimiter implements Limiter {
  private readonly leases = new Map<string, Lease>();
  /** The questions in flight, by their counters: their answers may bring leases. */
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(private readonly supervisor: Supervisor) {}

  ask(question: Question, claims: readonly Claim[]): Decision[] | Promise<Decision[]> {
    return this.answer(question, claims) ?? this.askSupervisor(question, claims);
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

  /** Answers from leases alone, if all counters are leased and their blocks have enough calls left. */
  private answer(question: Question, claims: readonly Claim[]): Decision[] | undefined {
    const now = Date.now();
    const answers: Decision[] = [];
    const changes: [Lease, number][] = [];
    // No two claims of a question have the same counter.
    for (const claim of claims) {
      const lease = this.leases.get(counterOf(claim));
      if (lease?.window !== windowAt(claim.rate, now)) return undefined;
      const { answer, change } = decide(question, claim, lease.counted, now);
      if (change > lease.block) return undefined;
      answers.push(answer);
      changes.push([lease, change]);
      if (question === "spend" && !answer.allowed) break;
    }
    for (const [lease, change] of changes) {
      lease.counted.current += change;
      lease.block -= change;
    }
    return answers;
  }

  private async askSupervisor(question: Question, claims: readonly Claim[]): Promise<Decision[]> {
    const counters = claims.map(counterOf);
    const earlier = counters.map((counter) => this.underWay.get(counter)).find((each) => each !== undefined);
    if (earlier) {
      await earlier;
      return this.ask(question, claims);
    }
    const asked: LimitQuestion = [question, claims, this.end(counters)];
    const asking = withTimeout(this.supervisor.call("limit", asked) as Promise<Decision[]>, TIMEOUT_MS);
    const answered = asking
      .catch(() => undefined)
      .finally(() => counters.forEach((each) => this.underWay.delete(each)));
    for (const counter of counters) this.underWay.set(counter, answered);
    return asking;
  }

  private end(counters: readonly string[]): ReturnedLease[] {
    return counters.flatMap((counter) => {
      const lease = this.leases.get(counter);
      this.leases.delete(counter);
      return lease ? [{ id: lease.id, counter, unused: lease.block }] : [];
    });
  }
}

/**
 * A counter that one process holds for now. A block of calls is counted in advance, so the process can admit them
 * without asking the supervisor. A claim from another process recalls the lease.
 */
export interface Lease {
  id: number;
  counter: string;
  /** The number of the window in which it is valid. */
  window: number;
  /** What is counted, without the block. */
  counted: Counted;
  block: number;
}

/** A lease that has ended. The unused calls of its block were not made. */
export interface ReturnedLease extends Pick<Lease, "id" | "counter"> {
  unused: number;
}
