import type { ChildProcess } from "node:child_process";
import type { SupervisorMessage, WorkerMessage } from "@/lib/infra/process/supervisor";

/** Our choice: a worker with this many unread messages counts as frozen and is sent no more hints. */
const MAX_UNREAD = 1000;

interface WorkerProcessOptions {
  /** How long it may take to start. */
  startMs: number;
  /** How long it may take to finish its work in progress. */
  drainMs: number;
  onMessage(message: WorkerMessage): void;
}

/** A child process that serves, from its start to its end. */
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
    private readonly options: WorkerProcessOptions,
  ) {
    const timer = setTimeout(() => child.kill("SIGKILL"), options.startMs);
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
        options.onMessage(message);
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

  /** Whether it is serving or about to. */
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
      const timer = setTimeout(() => this.child.kill("SIGKILL"), this.options.drainMs);
      void this.ended.then(() => clearTimeout(timer));
    }
    await this.ended;
  }
}
