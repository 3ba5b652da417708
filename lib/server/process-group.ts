import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerMessage, SupervisorMessage } from "@/lib/infra/process/supervisor";

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
  /** @param byItself whether it was neither drained nor stopped */
  onEnded(process: WorkerProcess, byItself: boolean): void;
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
        this.options.onFault("new process did not start: the old ones go on", { process: this.options.name });
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
    const launched: WorkerProcess = new WorkerProcess(spawn(), drainMs, (message) => onMessage(launched, message));
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
    const byItself = !ended.wasDrained && this.isServing;
    onEnded(ended, byItself);
    if (!byItself) return;
    onFault("process ended by itself", { process: name, reason });
    await sleep(this.backoff.next(performance.now()));
    this.fill();
  }
}

const WINDOW_MS = 60_000;
const FIRST_DELAY_MS = 250;
/** The longest delay. What ends the processes, such as a full disk, may go away by itself. */
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

/** A worker with this many unread messages counts as frozen. Further hints would only fill memory. */
const MAX_UNREAD = 1000;

export class WorkerProcess {
  /** Resolves to whether the process listened before it ended. One that takes too long is killed. */
  readonly listening: Promise<boolean>;
  /** Resolves with the exit code or the signal. */
  readonly ended: Promise<string>;
  /** Whether it was asked to end. */
  wasDrained = false;
  private state: "starting" | "listening" | "draining" | "ended" = "starting";
  private unread = 0;

  constructor(
    private readonly child: ChildProcess,
    private readonly drainMs: number,
    onMessage: (message: WorkerMessage) => void,
  ) {
    const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
    this.ended = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve(String(code ?? signal)));
      child.on("error", (error) => child.pid === undefined && resolve(error.message));
    });
    this.listening = new Promise((resolve) => {
      child.on("message", (message: WorkerMessage) => {
        if (message.type === "listening") {
          clearTimeout(timer);
          if (this.state === "starting") this.state = "listening";
          resolve(true);
        }
        onMessage(message);
      });
      void this.ended.then(() => {
        clearTimeout(timer);
        this.state = "ended";
        resolve(false);
      });
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isListening(): boolean {
    return this.state === "listening";
  }

  get isActive(): boolean {
    return this.state === "starting" || this.state === "listening";
  }

  send(message: SupervisorMessage): void {
    this.unread += 1;
    // Sending fails when the worker has ended.
    this.child.send(message, () => void (this.unread -= 1));
  }

  /** Sends a message that may be lost. */
  hint(message: SupervisorMessage): void {
    if (this.unread < MAX_UNREAD) this.send(message);
  }

  /** Lets it finish its work in progress, and resolves when it has ended. */
  async drain(): Promise<void> {
    if (this.isActive) {
      this.state = "draining";
      this.wasDrained = true;
      this.child.kill("SIGTERM");
      const timer = setTimeout(() => this.child.kill("SIGKILL"), this.drainMs);
      void this.ended.then(() => clearTimeout(timer));
    }
    await this.ended;
  }
}
