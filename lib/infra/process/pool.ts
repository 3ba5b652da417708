import { OverloadedError } from "./job-errors";
import { JobProcess, type Program, RETRY_AFTER_SECONDS } from "./job-process";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { processWide } from "./process-wide";
import { supervisor } from "./supervisor";
import { FairScheduler, type Scheduler } from "./scheduler";

export interface ProcessPoolOptions extends Program {
  /** Maximum processes. With more than one, no owner's jobs ever occupy them all, so other owners need not wait. */
  size: number;
  maxQueued: number;
  maxQueuedPerOwner: number;
  /** Wall-clock limit for one job, from its start. For busy machines it is far above the processor-time limit. */
  timeoutMs: number;
  maxWaitMs?: number;
  idleMs?: number;
}

export interface RunOptions {
  /** Whose job this is, such as an account's id. Owners take turns and are charged for processor time. */
  owner: string;
  /** Dequeues a waiting job, or ends the process of a running one; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Limit for the job's processor time, if lower than the program's own. */
  maxCpuMs?: number;
}

const MAX_WAIT_MS = 30_000;
const IDLE_MS = 30_000;

/**
 * Runs jobs in child processes with bounded time, memory and number, so that no input can slow or end the serving
 * process. Jobs and results are structured-cloneable values, Buffers among them. Processes start on demand, are reused,
 * and end when idle or when this process ends.
 */
export class ProcessPool<Job, Result> {
  private readonly idle: { process: JobProcess; timer: NodeJS.Timeout }[] = [];
  /** The owners of waiting jobs, by ticket. */
  private readonly waiting = new Map<string, string>();
  private lastTicket = 0;
  private readonly report = onceAMinute((error, suppressed) =>
    log.warn("process pool rejected a job", { pool: this.options.name, error, waiting: this.waiting.size, suppressed }),
  );

  constructor(
    private readonly options: ProcessPoolOptions,
    private readonly scheduler: Scheduler = new FairScheduler(options.size),
  ) {}

  /**
   * Runs `job` when it is its owner's turn.
   * @throws OverloadedError when too many jobs are waiting, or this one has waited or run too long in wall-clock time
   * @throws JobError when the job failed; its `reason` says whether the job was at fault
   */
  async run(job: Job, { owner, signal, maxCpuMs }: RunOptions): Promise<Result> {
    signal?.throwIfAborted();
    const { name, maxQueued, maxQueuedPerOwner, timeoutMs } = this.options;
    const ownWaiting = [...this.waiting.values()].filter((waiting) => waiting === owner).length;
    if (this.waiting.size >= maxQueued || ownWaiting >= maxQueuedPerOwner) throw this.overloaded();
    const ticket = `${name} ${(this.lastTicket += 1)}`;
    await this.turn(ticket, owner, signal);
    const process = this.takeIdle() ?? new JobProcess(this.options, (ended) => this.forget(ended));
    const startedAt = performance.now();
    try {
      return (await process.perform(job, { timeoutMs, signal, maxCpuMs })) as Result;
    } catch (error) {
      if (error instanceof OverloadedError) this.report(error);
      throw error;
    } finally {
      this.keep(process);
      this.scheduler.end(ticket, process.takeCpuMs() ?? performance.now() - startedAt);
    }
  }

  private turn(ticket: string, owner: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abandon);
        return this.waiting.delete(ticket);
      };
      const leave = (error: unknown) => {
        if (!settle()) return;
        this.scheduler.end(ticket, 0);
        reject(error);
      };
      const abandon = () => leave(signal?.reason);
      const timer = setTimeout(() => leave(this.overloaded()), this.options.maxWaitMs ?? MAX_WAIT_MS);
      signal?.addEventListener("abort", abandon, { once: true });
      this.waiting.set(ticket, owner);
      this.scheduler.take(ticket, owner, () => settle() && resolve());
    });
  }

  private keep(process: JobProcess): void {
    if (process.usable)
      this.idle.push({ process, timer: setTimeout(() => process.kill(), this.options.idleMs ?? IDLE_MS).unref() });
    else process.kill();
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
 * Returns the one pool of that name per server process. A machine's workers together run no more children than one
 * would.
 */
export function sharedPool<Job, Result>(options: ProcessPoolOptions): ProcessPool<Job, Result> {
  return processWide(`pool.${options.name}`, () => {
    const scheduler = supervisor()?.schedulerOf(options.name, options.size);
    return new ProcessPool<Job, Result>(options, scheduler);
  })();
}
