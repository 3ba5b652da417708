import { type Claim, counterOf, decide, type Decision, ProcessLimiter, windowAt } from "@/lib/infra/limiter/limiter";
import type { Lease, LimitQuestion, ReturnedLease } from "@/lib/infra/limiter/supervisor-limiter";
import type { SupervisorMessage } from "@/lib/infra/process/supervisor";

/** A process that asks, and may be leased counters. */
interface Asker {
  send(message: SupervisorMessage): void;
}

interface Granted {
  id: number;
  holder: Asker;
  claim: Claim;
  window: number;
  ended: Promise<void>;
  end(): void;
  /** Set once the lease is recalled. */
  timer?: NodeJS.Timeout;
}

/** Our choice: a counter is leased to a process after this many questions with none from another process in between. */
const QUESTIONS_IN_A_ROW = 8;
/** Our choice: small, because the block of a killed process stays counted, at the caller's expense. */
const MAX_BLOCK = 32;
const SHARE_OF_REMAINING = 0.25;
const MAX_LEASES = 10_000;
/** For how many counters the last asker is remembered. */
const MAX_ASKERS = 20_000;
/** Our choice: how long to wait for a process to return a lease. After that, its block stays counted. */
const RECALL_TIMEOUT_MS = 1000;

/** Counts exactly for all processes of a machine: a counter is held either here or by the process that leases it. */
export class LeasingLimiter {
  private readonly limiter = new ProcessLimiter();
  private readonly leases = new Map<string, Granted>();
  private readonly lastAskers = new Map<string, { asker: Asker; questions: number }>();
  private lastId = 0;

  /** Answers at once, unless a process must return a lease first. */
  ask(asker: Asker, [question, claims, returned]: LimitQuestion): Decision[] | Promise<Decision[]> {
    this.return(returned);
    const counters = claims.map(counterOf);
    const leased = counters.filter((counter) => this.leases.has(counter));
    if (leased.length > 0)
      return Promise.all(leased.map(async (counter) => this.recall(counter))).then(() =>
        this.ask(asker, [question, claims, []]),
      );
    const answers = this.limiter.ask(question, claims);
    const leases: Lease[] = [];
    for (const n of answers.keys())
      if (this.asksAlone(asker, counters[n]!)) leases.push(this.grant(asker, claims[n]!, question === "spend"));
    if (leases.length > 0) asker.send({ type: "leases", leases });
    return answers;
  }

  return(leases: readonly ReturnedLease[]): void {
    for (const { id, counter, unused } of leases) {
      const granted = this.leases.get(counter);
      if (granted?.id !== id) continue;
      this.limiter.uncount(unused, granted.claim, granted.window);
      this.end(counter, granted);
    }
  }

  /** Ends the leases of a process that has ended. Their blocks stay counted. */
  forget(asker: Asker): void {
    for (const [counter, granted] of this.leases) if (granted.holder === asker) this.end(counter, granted);
    for (const [counter, last] of this.lastAskers) if (last.asker === asker) this.lastAskers.delete(counter);
  }

  private asksAlone(asker: Asker, counter: string): boolean {
    const last = this.lastAskers.get(counter);
    const questions = last?.asker === asker ? last.questions + 1 : 1;
    this.lastAskers.delete(counter);
    this.lastAskers.set(counter, { asker, questions });
    const [oldest] = this.lastAskers.keys();
    if (this.lastAskers.size > MAX_ASKERS && oldest !== undefined) this.lastAskers.delete(oldest);
    return questions > QUESTIONS_IN_A_ROW;
  }

  private grant(holder: Asker, claim: Claim, isSpent: boolean): Lease {
    const [oldest] = this.leases.keys();
    if (this.leases.size >= MAX_LEASES && oldest !== undefined) void this.recall(oldest);
    const now = Date.now();
    const window = windowAt(claim.rate, now);
    const counter = counterOf(claim);
    const counted = this.limiter.counted(claim, now);
    const { remaining } = decide("peek", claim, counted, now).answer;
    const block = isSpent ? Math.min(MAX_BLOCK, Math.floor(remaining * SHARE_OF_REMAINING)) : 0;
    this.limiter.add(block, claim, now);
    const id = (this.lastId += 1);
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.leases.set(counter, { id, holder, claim, window, ended, end });
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
