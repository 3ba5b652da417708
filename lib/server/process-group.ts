import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerMessage } from "@/lib/infra/process/supervisor";
import { WorkerProcess } from "./worker-process";

const START_TIMEOUT_MS = 120_000;

export interface ProcessKind {
  count: number;
  /** Starts a process that reports when it listens (lib/infra/process/supervisor.ts). */
  spawn(): ChildProcess;
}

interface ProcessGroupOptions extends ProcessKind {
  /** The name of one such process in the log. */
  name: string;
  /** How long a process may take to finish its work in progress. */
  drainMs: number;
  onMessage(process: WorkerProcess, message: WorkerMessage): void;
  /** Called when a process starts listening, and when one has ended. */
  onListening(): void;
  onEnded(process: WorkerProcess): void;
  /** Called with a message and fields for the log. */
  onFault(message: string, fields: Record<string, unknown>): void;
}

/** Keeps a number of processes serving: replaces one that ends, with backoff, and all of them one by one on request. */
export class ProcessGroup {
  private readonly processes = new Set<WorkerProcess>();
  private readonly backoff = new RestartBackoff();
  private isServing = false;

  constructor(private readonly options: ProcessGroupOptions) {}

  /** The listening processes, oldest first. */
  get listening(): WorkerProcess[] {
    return this.active.filter(({ isListening }) => isListening);
  }

  /**
   * Starts the first process and resolves when it listens. The others start later, so that a problem that keeps all of
   * them from starting is reported once. Does nothing if there are to be none.
   * @throws an Error if the process ends before it listens
   */
  async start(): Promise<void> {
    if (this.options.count === 0) return;
    const first = this.launch();
    if (!(await first.listening)) throw new Error(`The server ended by itself (${await first.ended}): see above.`);
  }

  /** Starts the other processes, and from now on replaces those that end. */
  serve(): void {
    this.isServing = true;
    this.fill();
  }

  /** Replaces all processes one by one: each new one listens before an old one finishes its work and ends. */
  async replaceAll(onDraining: () => void): Promise<void> {
    for (const old of this.active) {
      if (!this.isServing) return;
      if (!(await this.launch().listening)) {
        this.options.onFault(`new ${this.options.name} did not start: the old ones go on`, {});
        break;
      }
      const drained = old.drain();
      onDraining();
      await drained;
    }
    this.fill();
  }

  /** Lets all processes finish their work in progress, and ends them. */
  async stop(): Promise<void> {
    this.isServing = false;
    await Promise.all(Array.from(this.processes, (process) => process.drain()));
  }

  private get active(): WorkerProcess[] {
    return [...this.processes].filter(({ isActive }) => isActive);
  }

  private launch(): WorkerProcess {
    const { spawn, drainMs, onMessage, onListening } = this.options;
    const launched: WorkerProcess = new WorkerProcess(spawn(), {
      startMs: START_TIMEOUT_MS,
      drainMs,
      onMessage: (message) => onMessage(launched, message),
    });
    this.processes.add(launched);
    void launched.listening.then(onListening);
    void launched.ended.then((reason) => this.forget(launched, reason));
    return launched;
  }

  private fill(): void {
    while (this.isServing && this.active.length < this.options.count) this.launch();
  }

  private async forget(ended: WorkerProcess, reason: string): Promise<void> {
    const { name, onEnded, onFault } = this.options;
    this.processes.delete(ended);
    onEnded(ended);
    if (ended.wasDrained || !this.isServing) return;
    onFault(`${name} ended by itself`, { reason });
    await sleep(this.backoff.next(performance.now()));
    this.fill();
  }
}

const WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 250;
/** Our choice: the longest delay. What ends the processes, such as a full disk, may go away by itself. */
const MAX_DELAY_MS = 15_000;

/** Decides how soon a process that ended by itself is restarted: at once, then with growing delays. */
export class RestartBackoff {
  private ends: number[] = [];

  /** Records that a process ended. Returns the delay in milliseconds. */
  next(now: number): number {
    this.ends = [...this.ends.filter((end) => end > now - WINDOW_MS), now];
    return this.ends.length === 1 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.ends.length - 2));
  }
}
