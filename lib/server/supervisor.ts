import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { RestartBackoff } from "./restart-backoff";
import { WorkerExchange } from "./worker-exchange";
import { WorkerProcess } from "./worker-process";

const START_TIMEOUT_MS = 120_000;

interface SupervisorOptions {
  workers: number;
  /** Starts a process that tells when it listens (lib/infra/worker-messages.ts). */
  spawn(): ChildProcess;
  /** How long a worker may take to finish what it has begun. */
  drainMs: number;
  /** Called with a line for the log. */
  onFault(message: string, fields: Record<string, unknown>): void;
}

/**
 * Keeps a number of worker processes serving, one of which runs the jobs. Replaces a worker that ends; on request,
 * replaces all of them one by one.
 */
export class Supervisor {
  /** Resolves when it was stopped. Workers that keep ending are tried again, ever more slowly. */
  readonly ended: Promise<void>;
  private settle!: () => void;
  private state: "starting" | "serving" | "stopping" = "starting";
  private readonly workers = new Set<WorkerProcess>();
  private readonly exchange = new WorkerExchange();
  private readonly backoff = new RestartBackoff();
  private jobsOwner: WorkerProcess | undefined;
  private restarting: Promise<void> | undefined;

  constructor(private readonly options: SupervisorOptions) {
    this.ended = new Promise((resolve) => (this.settle = resolve));
  }

  /** The processes that listen. */
  get pids(): number[] {
    return this.active.filter(({ isListening }) => isListening).map(({ pid }) => pid);
  }

  /**
   * Starts the workers, and resolves when the first one listens. The others start after it, so that a problem that
   * keeps all of them from starting is reported once.
   * @throws an Error if the first worker ends before it listens
   */
  async start(): Promise<void> {
    const first = this.launch();
    const isListening = await first.listening;
    if (this.state === "stopping") throw new Error("The server was stopped.");
    if (!isListening) throw new Error(`The server ended by itself (${await first.ended}): see above.`);
    this.state = "serving";
    this.fill();
  }

  /** Replaces the workers one by one: a new one listens before an old one finishes what it has begun and ends. */
  async restart(): Promise<void> {
    if (this.state !== "serving") return;
    await (this.restarting ??= this.replaceAll().finally(() => (this.restarting = undefined)));
  }

  /** Lets all workers finish what they have begun. */
  async stop(): Promise<void> {
    await this.drainAll();
    this.settle();
  }

  private get active(): WorkerProcess[] {
    return [...this.workers].filter(({ isActive }) => isActive);
  }

  private launch(): WorkerProcess {
    const { spawn, drainMs } = this.options;
    const worker: WorkerProcess = new WorkerProcess(spawn(), {
      startMs: START_TIMEOUT_MS,
      drainMs,
      onMessage: (message) => void this.exchange.receive(worker, message),
    });
    this.workers.add(worker);
    void worker.listening.then(() => {
      this.assignJobs();
      this.tellServing();
    });
    void worker.ended.then((reason) => this.forget(worker, reason));
    return worker;
  }

  private fill(): void {
    while (this.state === "serving" && this.active.length < this.options.workers) this.launch();
  }

  private async forget(worker: WorkerProcess, reason: string): Promise<void> {
    this.workers.delete(worker);
    this.exchange.forget(worker);
    this.assignJobs();
    this.tellServing();
    if (worker.wasDrained || this.state !== "serving") return;
    this.options.onFault("worker ended by itself", { reason });
    await sleep(this.backoff.next(performance.now()));
    this.fill();
  }

  /**
   * Assigns the jobs when their worker has ended or is about to: to the newest worker, which stays longest during a
   * restart.
   */
  private assignJobs(): void {
    if (this.jobsOwner?.isListening) return;
    this.jobsOwner = this.active.findLast(({ isListening }) => isListening);
    this.jobsOwner?.send({ type: "jobs" });
  }

  private tellServing(): void {
    const listening = this.active.filter(({ isListening }) => isListening);
    for (const worker of listening) worker.send({ type: "serving", workers: listening.length });
  }

  private async replaceAll(): Promise<void> {
    for (const old of this.active) {
      if (this.state !== "serving") return;
      if (!(await this.launch().listening)) {
        this.options.onFault("new worker did not start: the old ones go on", {});
        break;
      }
      const drained = old.drain();
      this.assignJobs();
      await drained;
    }
    this.fill();
  }

  private async drainAll(): Promise<void> {
    this.state = "stopping";
    await Promise.all(Array.from(this.workers, (worker) => worker.drain()));
  }
}
