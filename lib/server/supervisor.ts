import type { WorkerMessage } from "@/lib/infra/process/supervisor";
import { ProcessGroup, type ProcessKind, type WorkerProcess } from "./process-group";
import { WorkerExchange } from "./worker-exchange";

interface SupervisorOptions {
  workers: ProcessKind;
  pageProcesses: ProcessKind;
  drainMs: number;
  onFault(message: string, fields: Record<string, unknown>): void;
}

/** Keeps a machine's worker and page processes serving. One of the workers runs the jobs. */
export class Supervisor {
  /** Resolves once stopped. Processes that keep ending do not end it: they are restarted with backoff. */
  readonly ended: Promise<void>;
  private settle!: () => void;
  private state: "starting" | "serving" | "stopping" = "starting";
  private readonly workers: ProcessGroup;
  private readonly pageProcesses: ProcessGroup;
  private readonly exchange = new WorkerExchange();
  private jobsOwner: WorkerProcess | undefined;
  private restarting: Promise<void> | undefined;
  private endedByThemselves = 0;

  constructor({ workers, pageProcesses, drainMs, onFault }: SupervisorOptions) {
    this.ended = new Promise((resolve) => (this.settle = resolve));
    const shared = {
      drainMs,
      onFault,
      onMessage: (from: WorkerProcess, message: WorkerMessage) => void this.exchange.receive(from, message),
      onListening: () => this.update(),
      onEnded: (ended: WorkerProcess, byItself: boolean) => {
        if (byItself) this.endedByThemselves += 1;
        this.exchange.forget(ended);
        this.update();
      },
    };
    this.workers = new ProcessGroup({ name: "worker", ...workers, ...shared });
    this.pageProcesses = new ProcessGroup({ name: "page process", ...pageProcesses, ...shared });
  }

  get pids(): number[] {
    return this.workers.listening.map(({ pid }) => pid);
  }

  get pagePids(): number[] {
    return this.pageProcesses.listening.map(({ pid }) => pid);
  }

  /**
   * Starts the processes, and resolves when the first of each kind listens.
   * @throws an Error if one of these ends before it listens
   */
  async start(): Promise<void> {
    await Promise.all([this.pageProcesses.start(), this.workers.start()]);
    if (this.state === "stopping") throw new Error("The server was stopped.");
    this.state = "serving";
    this.pageProcesses.serve();
    this.workers.serve();
  }

  /** Replaces the processes one by one, without failing a request. */
  async restart(): Promise<void> {
    if (this.state !== "serving") return;
    await (this.restarting ??= this.replaceAll().finally(() => (this.restarting = undefined)));
  }

  /** Lets the workers finish their work in progress, and only then the page processes, which workers depend on. */
  async stop(): Promise<void> {
    this.state = "stopping";
    await this.workers.stop();
    await this.pageProcesses.stop();
    this.settle();
  }

  private get listening(): WorkerProcess[] {
    return [...this.workers.listening, ...this.pageProcesses.listening];
  }

  private async replaceAll(): Promise<void> {
    await this.pageProcesses.replaceAll(() => undefined);
    await this.workers.replaceAll(() => this.assignJobs());
  }

  private update(): void {
    this.assignJobs();
    const processes = this.listening;
    for (const each of processes)
      each.send({ type: "serving", processes: processes.length, endedByThemselves: this.endedByThemselves });
  }

  /** Reassigns the jobs when their worker ends. The newest worker gets them: in a restart, it stays the longest. */
  private assignJobs(): void {
    if (this.jobsOwner?.isListening) return;
    this.jobsOwner = this.workers.listening.at(-1);
    this.jobsOwner?.send({ type: "jobs" });
  }
}
