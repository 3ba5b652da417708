import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerMessage } from "@/lib/infra/process/worker-messages";
import { RestartBackoff } from "./restart-backoff";
import { WorkerProcess } from "./worker-process";

const START_TIMEOUT_MS = 120_000;

export interface ProcessKind {
  count: number;
  /** Starts a process that tells when it listens (lib/infra/process/worker-messages.ts). */
  spawn(): ChildProcess;
}

interface ProcessGroupOptions extends ProcessKind {
  /** As the log names one of them. */
  name: string;
  /** How long one may take to finish what it has begun. */
  drainMs: number;
  onMessage(process: WorkerProcess, message: WorkerMessage): void;
  /** Called when one listens, and when one has ended. */
  onListening(): void;
  onEnded(process: WorkerProcess): void;
  /** Called with a line for the log. */
  onFault(message: string, fields: Record<string, unknown>): void;
}

/**
 * Keeps a number of processes of one kind serving. Replaces one that ends, ever more slowly if they keep ending; on
 * request, replaces all of them one by one.
 */
export class ProcessGroup {
  private readonly processes = new Set<WorkerProcess>();
  private readonly backoff = new RestartBackoff();
  private isServing = false;

  constructor(private readonly options: ProcessGroupOptions) {}

  /** Those that listen, the oldest first. */
  get listening(): WorkerProcess[] {
    return this.active.filter(({ isListening }) => isListening);
  }

  /**
   * Starts one, and resolves when it listens. The others start after it, so that a problem that keeps all of them from
   * starting is reported once. Of a kind that has none, there is nothing to start.
   * @throws an Error if it ends before it listens
   */
  async start(): Promise<void> {
    if (this.options.count === 0) return;
    const first = this.launch();
    if (!(await first.listening)) throw new Error(`The server ended by itself (${await first.ended}): see above.`);
  }

  /** Starts the others, and replaces what ends from now on. */
  serve(): void {
    this.isServing = true;
    this.fill();
  }

  /** Replaces them one by one: a new one listens before an old one finishes what it has begun and ends. */
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

  /** Lets all of them finish what they have begun. */
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
