import { OverloadedError } from "./job-errors";
import { FairQueue } from "./fair-queue";
import { JobProcess, type Program, RETRY_AFTER_SECONDS } from "./job-process";
import { log, onceAMinute } from "./log";
import { workerShare } from "./supervisor";

export interface ProcessPoolOptions extends Program {
  /**
   * Maximum processes. If more than one, an owner's jobs never occupy the last, so that others need not wait for them.
   */
  size: number;
  /** How many jobs may wait, in total and per owner. */
  maxQueued: number;
  maxQueuedPerOwner: number;
  /** Limit for one job by the clock, from its start: far above that of its processor time, for busy machines. */
  timeoutMs: number;
  /** How long a job may wait to start before it is rejected. */
  maxWaitMs?: number;
  /** How long an idle process is kept. */
  idleMs?: number;
}

export interface RunOptions {
  /** Whose job this is, such as an account's id: owners take turns. */
  owner: string;
  /** Dequeues a waiting job, or ends the process of a running one; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

const MAX_WAIT_MS = 30_000;
const IDLE_MS = 30_000;

type Turn = (process: JobProcess) => void;

/**
 * Runs jobs in child processes with bounded time, memory and number, so that no input can slow or end the serving
 * process. Jobs and results are structured-cloneable values, Buffers among them. Processes start on demand, are reused,
 * and end when idle or when this process ends.
 */
export class ProcessPool<Job, Result> {
  private readonly queue = new FairQueue<Turn>();
  private readonly idle: { process: JobProcess; timer: NodeJS.Timeout }[] = [];
  private readonly running = new Map<string, number>();
  private busy = 0;
  private readonly report = onceAMinute((error, suppressed) =>
    log.warn("process pool rejected a job", { pool: this.options.name, error, waiting: this.queue.size, suppressed }),
  );

  constructor(private readonly options: ProcessPoolOptions) {}

  /**
   * Runs `job` when it is its owner's turn.
   * @throws OverloadedError when too many jobs wait already, or this one has waited or run too long by the clock
   * @throws JobError when the job failed; its `reason` says whether the job was at fault
   */
  async run(job: Job, { owner, signal }: RunOptions): Promise<Result> {
    signal?.throwIfAborted();
    const { maxQueued, maxQueuedPerOwner, timeoutMs } = this.options;
    if (this.queue.size >= maxQueued || this.queue.countOf(owner) >= maxQueuedPerOwner) throw this.overloaded();
    const process = await this.turn(owner, signal);
    try {
      return (await process.perform(job, { timeoutMs, signal })) as Result;
    } catch (error) {
      if (error instanceof OverloadedError) this.report(error);
      throw error;
    } finally {
      this.release(owner, process);
    }
  }

  /** Waits for a process. */
  private turn(owner: string, signal?: AbortSignal): Promise<JobProcess> {
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        settle();
        this.queue.remove(owner, begin);
        reject(error);
      };
      const abandon = () => leave(signal?.reason);
      const timer = setTimeout(() => leave(this.overloaded()), this.options.maxWaitMs ?? MAX_WAIT_MS);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abandon);
      };
      const begin: Turn = (process) => {
        settle();
        resolve(process);
      };
      signal?.addEventListener("abort", abandon, { once: true });
      this.queue.add(owner, begin);
      this.dispatch();
    });
  }

  private dispatch(): void {
    const mostOfOne = Math.max(1, this.options.size - 1);
    while (this.busy < this.options.size) {
      const next = this.queue.take((owner) => this.runningOf(owner) < mostOfOne);
      if (!next) return;
      this.busy += 1;
      this.running.set(next.owner, this.runningOf(next.owner) + 1);
      next.item(this.takeIdle() ?? new JobProcess(this.options, (ended) => this.forget(ended)));
    }
  }

  private release(owner: string, process: JobProcess): void {
    this.busy -= 1;
    const left = this.runningOf(owner) - 1;
    if (left === 0) this.running.delete(owner);
    else this.running.set(owner, left);
    if (process.usable)
      this.idle.push({ process, timer: setTimeout(() => process.kill(), this.options.idleMs ?? IDLE_MS).unref() });
    else process.kill();
    this.dispatch();
  }

  private takeIdle(): JobProcess | undefined {
    const taken = this.idle.pop();
    clearTimeout(taken?.timer);
    return taken?.process;
  }

  private forget(ended: JobProcess): void {
    const index = this.idle.findIndex(({ process }) => process === ended);
    if (index !== -1) clearTimeout(this.idle.splice(index, 1)[0]?.timer);
  }

  private runningOf(owner: string): number {
    return this.running.get(owner) ?? 0;
  }

  private overloaded(): OverloadedError {
    const error = new OverloadedError(
      `${this.options.name}: too much is waiting. Try again in a moment.`,
      RETRY_AFTER_SECONDS,
    );
    this.report(error);
    return error;
  }
}

/**
 * Returns the pool of that name: one per process, however often a module is loaded or reloaded. Its size is that of the
 * machine, of which each worker has a share.
 */
export function sharedPool<Job, Result>(options: ProcessPoolOptions): ProcessPool<Job, Result> {
  const shared = globalThis as typeof globalThis & { pegboardPools?: Map<string, ProcessPool<never, unknown>> };
  const pools = (shared.pegboardPools ??= new Map());
  if (!pools.has(options.name)) {
    pools.set(options.name, new ProcessPool<never, unknown>({ ...options, size: workerShare(options.size) }));
  }
  return pools.get(options.name);
}
