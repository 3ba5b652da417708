import { OverloadedError } from "./job-errors";
import { FairQueue } from "./fair-queue";
import { JobProcess, type Program } from "./job-process";
import { log, onceAMinute } from "./log";

export interface ProcessPoolOptions extends Program {
  /** Processes at most. With more than one, an owner's jobs run in all but one of them, so that others need not wait for it. */
  size: number;
  /** Jobs that wait, of everybody together and of one owner. */
  maxQueued: number;
  maxQueuedPerOwner: number;
  /** Of one job, from its start. */
  timeoutMs: number;
  /** How long a job waits for its start before it is refused. */
  maxWaitMs?: number;
  /** How long a process without a job is kept. */
  idleMs?: number;
}

export interface RunOptions {
  /** Whose job this is, such as an account's id: owners take turns. */
  owner: string;
  /** Takes a waiting job out of the queue and ends the process of a running one; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

const MAX_WAIT_MS = 30_000;
const IDLE_MS = 30_000;
/** A guess: most jobs take less than a second. */
const RETRY_AFTER_SECONDS = 5;

type Turn = (process: JobProcess) => void;

/**
 * Runs jobs in child processes, with bounds on their time, memory and number, so that no input can slow or end the process
 * that serves. A job and its result are whatever structured cloning carries, Buffers among them. Processes are started when
 * they are needed, used again, and end when they are idle or this process is gone.
 */
export class ProcessPool<Job, Result> {
  private readonly queue = new FairQueue<Turn>();
  private readonly idle: { process: JobProcess; timer: NodeJS.Timeout }[] = [];
  private readonly running = new Map<string, number>();
  private busy = 0;
  private readonly report = onceAMinute((_error, suppressed) =>
    log.warn("process pool refused a job", { pool: this.options.name, waiting: this.queue.size, suppressed }),
  );

  constructor(private readonly options: ProcessPoolOptions) {}

  /**
   * Runs `job` as soon as it is its owner's turn.
   * @throws {OverloadedError} when too many jobs wait already, or this one has waited too long
   * @throws {JobError} when the job failed; its `reason` tells whether the job was at fault
   */
  async run(job: Job, { owner, signal }: RunOptions): Promise<Result> {
    signal?.throwIfAborted();
    const { maxQueued, maxQueuedPerOwner, timeoutMs } = this.options;
    if (this.queue.size >= maxQueued || this.queue.countOf(owner) >= maxQueuedPerOwner) throw this.overloaded();
    const process = await this.turn(owner, signal);
    try {
      return (await process.perform(job, { timeoutMs, signal })) as Result;
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

/** The pool of that name: one in this process, however often a module is loaded or reloaded. */
export function sharedPool<Job, Result>(options: ProcessPoolOptions): ProcessPool<Job, Result> {
  const shared = globalThis as typeof globalThis & { pegboardPools?: Map<string, ProcessPool<never, unknown>> };
  const pools = (shared.pegboardPools ??= new Map());
  if (!pools.has(options.name)) pools.set(options.name, new ProcessPool<never, unknown>(options));
  return pools.get(options.name);
}
