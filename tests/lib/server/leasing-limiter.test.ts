import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Decision, BudgetAction } from "@/lib/infra/limiter/limiter";
import { type LimitCall, SupervisorLimiter } from "@/lib/infra/limiter/supervisor-limiter";
import type { SupervisorMessage } from "@/lib/infra/process/supervisor";
import { LeasingLimiter } from "@/lib/server/leasing-limiter";
import { attempts, RANDOM } from "@/tests/support/random";

const START = 1_800_000_000_000;
const SECONDS = 60;
/** The most calls that are lost with a killed process. */
const MAX_BLOCK = 32;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process with messages in flight in both directions, in order for each direction. */
class Worker {
  readonly toSupervisor: (() => void)[] = [];
  readonly fromSupervisor: (() => void)[] = [];
  questions = 0;
  readonly limiter: SupervisorLimiter;
  private readonly asker = { send: (message: SupervisorMessage) => this.deliver(message) };

  constructor(private readonly supervisor: LeasingLimiter) {
    this.limiter = new SupervisorLimiter({
      call: (_method, question) =>
        new Promise((resolve) => {
          this.questions += 1;
          this.toSupervisor.push(() => {
            const answers = supervisor.apply(this.asker, question as LimitCall);
            const send = (settled: Decision[]) => this.fromSupervisor.push(() => resolve(settled));
            if (answers instanceof Promise) void answers.then(send);
            else send(answers);
          });
        }),
      returnLeases: (leases) => this.toSupervisor.push(() => supervisor.return(leases)),
    });
  }

  kill(): void {
    this.supervisor.forget(this.asker);
    this.toSupervisor.length = 0;
    this.fromSupervisor.length = 0;
  }

  private deliver(message: SupervisorMessage): void {
    this.fromSupervisor.push(() => {
      if (message.type === "leases") this.limiter.take(structuredClone(message.leases));
      if (message.type === "recall") this.limiter.recall(message.lease);
    });
  }
}

/** Two processes and their supervisor. */
class Machine {
  private readonly supervisor = new LeasingLimiter();
  readonly workers = [new Worker(this.supervisor), new Worker(this.supervisor)];

  kill(nth: number): void {
    this.workers[nth]!.kill();
    this.workers[nth] = new Worker(this.supervisor);
  }

  /** Asks from the named workers concurrently. `choose` picks the message that arrives next, `onStep` runs per step. */
  async ask(
    action: BudgetAction,
    by: readonly number[],
    { limit, choose = () => 0, onStep }: { limit: number; choose?(of: number): number; onStep?(step: number): void },
  ): Promise<Decision[]> {
    const request = { budget: "test", subject: "ada", rate: { count: limit, seconds: SECONDS } };
    const decisions: Decision[] = [];
    for (const nth of by)
      void Promise.resolve(this.workers[nth]!.limiter.apply(action, [request])).then(
        (decided) => decisions.push(...decided),
        // A killed process gets no decision.
        () => undefined,
      );
    for (let step = 0; ; step++) {
      await new Promise(setImmediate);
      onStep?.(step);
      const queues = this.workers.flatMap(({ toSupervisor, fromSupervisor }) => [toSupervisor, fromSupervisor]);
      const waiting = queues.filter((queue) => queue.length > 0);
      if (waiting.length === 0) return decisions;
      waiting[choose(waiting.length)]!.shift()!();
    }
  }
}

/** Counts admitted calls by the definition of the limit. */
class Record {
  private readonly admitted = new Map<number, number>();
  constructor(private readonly limit: number) {}

  get room(): number {
    const now = Date.now();
    const window = Math.floor(now / (SECONDS * 1000));
    const overlap = 1 - (now % (SECONDS * 1000)) / (SECONDS * 1000);
    return this.limit - Math.floor(overlap * (this.admitted.get(window - 1) ?? 0)) - (this.admitted.get(window) ?? 0);
  }

  add(calls: number): void {
    const window = Math.floor(Date.now() / (SECONDS * 1000));
    this.admitted.set(window, (this.admitted.get(window) ?? 0) + calls);
  }
}

const rounds = fc.array(
  fc.record({
    pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 70_000 })),
    // One process asks alone for a while, like the requests of a connection, or both ask in any order.
    by: fc.oneof(
      fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom([0], [0, 0], [1]),
    ),
    times: fc.integer({ min: 1, max: 15 }),
    choices: fc.array(fc.nat(3), { minLength: 1, maxLength: 8 }),
    isPeek: fc.boolean(),
    killed: fc.option(fc.record({ worker: fc.integer({ min: 0, max: 1 }), step: fc.nat(6) }), { freq: 8 }),
  }),
  { minLength: 5, maxLength: 25 },
);

describe("limits leased to processes", () => {
  test("are exact in any order of messages and at the ends of windows, and never exceeded after a kill", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 150 }), rounds, async (limit, all) => {
        vi.setSystemTime(START);
        const machine = new Machine();
        const record = new Record(limit);
        let lost = 0;
        for (const { pauseMs, by, times, choices, isPeek, killed } of all) {
          vi.setSystemTime(Date.now() + pauseMs);
          for (let time = 0; time < times; time++) {
            let chosen = 0;
            const options = { limit, choose: (of: number) => choices[chosen++ % choices.length]! % of };
            if (isPeek) {
              const [answer] = await machine.ask("peek", by.slice(0, 1), options);
              expect(answer!.remaining).toBeLessThanOrEqual(Math.max(0, record.room));
              expect(answer!.remaining).toBeGreaterThanOrEqual(Math.max(0, record.room - lost));
            }
            const kill = time === 0 ? killed : null;
            const { room } = record;
            const answers = await machine.ask("spend", by, {
              ...options,
              onStep: (step) => {
                if (step !== kill?.step) return;
                machine.kill(kill.worker);
                lost += MAX_BLOCK + by.length;
              },
            });
            const admitted = answers.filter(({ allowed }) => allowed).length;
            expect(admitted).toBeLessThanOrEqual(Math.max(0, room));
            expect(admitted).toBeGreaterThanOrEqual(Math.min(answers.length, room - lost));
            record.add(admitted);
          }
        }
      }),
      { ...RANDOM, numRuns: attempts({ few: 60, many: 1000 }) },
    );
  });

  test("need one question for many calls if only one process asks", async () => {
    const machine = new Machine();
    for (let call = 0; call < 200; call++) await machine.ask("spend", [0], { limit: 1000 });
    expect(machine.workers[0]!.questions).toBeLessThan(20);
  });

  test("are refunded in the process that holds the lease", async () => {
    const machine = new Machine();
    for (let call = 0; call < 20; call++) await machine.ask("spend", [0], { limit: 20 });
    await machine.ask("refund", [0], { limit: 20 });
    await machine.ask("refund", [1], { limit: 20 });
    const answers = await machine.ask("spend", [0, 1, 0], { limit: 20 });
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(2);
  });
});
