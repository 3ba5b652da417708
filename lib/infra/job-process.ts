import { type ChildProcess, fork } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { JobError, type JobFailure } from "./job-errors";

export interface Program {
  /** Names the pool in errors. */
  name: string;
  /** Path from the project's root of a plain `.mjs` that calls `serveJobs` of lib/infra/serve-jobs.mjs. */
  script: string;
  /** Of the whole process: its heap and what native code takes. */
  maxMemoryMb: number;
}

interface RunOptions {
  timeoutMs: number;
  signal?: AbortSignal;
}

interface Run {
  begin(): void;
  settle(outcome: { result: unknown } | { error: unknown }): void;
}

/** What a child says: that it is ready, or how its job ended. `retire`: it has grown, and wants to be replaced. */
type Message = { ready: true } | { result?: unknown; error?: string; retire: boolean };

/** Serving comes first wherever processors are scarce. */
const NICENESS = 10;
/** Until a new process has loaded its program, on a machine that is busy. */
const START_TIMEOUT_MS = 30_000;
const KEPT_STDERR = 8192;
/** A child parses what strangers sent: it is given none of the secrets that stand in the environment. */
const INHERITED = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TMPDIR", "TEMP"];

/** A child process that runs one job at a time. It keeps this process alive only while it has one. */
export class JobProcess {
  private readonly child: ChildProcess;
  private ready = false;
  private ended = false;
  private retiring = false;
  private run?: Run;
  private said = "";

  constructor(
    private readonly program: Program,
    private readonly onEnd: (ended: JobProcess) => void,
  ) {
    this.child = fork(
      /* turbopackIgnore: true */ path.join(process.cwd(), program.script),
      [String(program.maxMemoryMb)],
      {
        serialization: "advanced",
        execArgv: [`--max-old-space-size=${program.maxMemoryMb}`],
        env: environment(),
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      },
    );
    // At once: threads that the child starts later inherit it.
    if (this.child.pid !== undefined) lowerPriority(this.child.pid);
    this.child.stderr?.on("data", (chunk: Buffer) => (this.said = (this.said + chunk.toString()).slice(-KEPT_STDERR)));
    this.child.on("message", (message: Message) => this.hear(message));
    this.child.once("error", (error) => this.close("not-started", error.message));
    this.child.once("close", (code, signal) => this.close(...this.diagnose(code, signal)));
    this.hold(false);
  }

  /** Whether it can be given another job. */
  get usable(): boolean {
    return !this.ended && !this.retiring;
  }

  /** Runs the job. Ends the process if it takes too long, or when `signal` aborts. @throws {JobError} and the signal's reason */
  perform(job: unknown, { timeoutMs, signal }: RunOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const late = (reason: JobFailure, ms: number) =>
        setTimeout(() => this.kill(this.failure(reason, `took longer than ${ms} ms`)), ms);
      const abandon = () => this.kill(signal?.reason);
      let timer = late("not-started", START_TIMEOUT_MS);
      signal?.addEventListener("abort", abandon, { once: true });
      this.run = {
        begin: () => {
          clearTimeout(timer);
          timer = late("timed-out", timeoutMs);
          // What cannot be sent is heard of as the end of the process.
          this.child.send(job as object, () => undefined);
        },
        settle: (outcome) => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", abandon);
          this.run = undefined;
          this.hold(false);
          if ("error" in outcome) reject(outcome.error);
          else resolve(outcome.result);
        },
      };
      this.hold(true);
      if (this.ended) this.run.settle({ error: this.failure("not-started", "has ended") });
      else if (this.ready) this.run.begin();
    });
  }

  /** Ends the process; a job that it still has fails with `error`. */
  kill(error?: unknown): void {
    this.ended = true;
    this.child.kill("SIGKILL");
    this.onEnd(this);
    this.run?.settle({ error: error ?? this.failure("not-started", "was ended") });
  }

  private hear(message: Message): void {
    if ("ready" in message) {
      this.ready = true;
      this.run?.begin();
      return;
    }
    this.retiring = message.retire;
    if (message.error === undefined) this.run?.settle({ result: message.result });
    else this.run?.settle({ error: this.failure("threw", message.error) });
  }

  private close(reason: JobFailure, detail: string): void {
    this.ended = true;
    this.onEnd(this);
    this.run?.settle({ error: this.failure(reason, detail) });
  }

  /** SIGXCPU is the watcher's in serve-jobs.mjs. So is SIGKILL that we did not send, or it is the kernel's when memory is short. */
  private diagnose(code: number | null, signal: NodeJS.Signals | null): [JobFailure, string] {
    const detail = `ended with ${signal ?? code}. ${this.said.trim()}`;
    if (signal === "SIGXCPU") return ["timed-out", "took too much processor time"];
    if (!this.ready) return ["not-started", detail];
    if (signal === "SIGKILL" || /out of memory|bad_alloc|cannot allocate/i.test(this.said))
      return ["out-of-memory", `took more than ${this.program.maxMemoryMb} MB`];
    return ["crashed", detail];
  }

  private failure(reason: JobFailure, detail: string): JobError {
    return new JobError(reason, `${this.program.name}: ${reason}: ${detail}`);
  }

  private hold(held: boolean): void {
    const stderr = this.child.stderr as { ref?(): void; unref?(): void } | null;
    for (const handle of [this.child, this.child.channel, stderr]) (held ? handle?.ref : handle?.unref)?.call(handle);
  }
}

function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, NICENESS);
  } catch {
    // It has ended already, which is heard of elsewhere.
  }
}

function environment(): NodeJS.ProcessEnv {
  const inherited = INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  // Fewer arenas keep freed memory from staying with the process; two threads are one for the job and one for its files.
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: "production",
    UV_THREADPOOL_SIZE: "2",
    MALLOC_ARENA_MAX: "2",
  } as NodeJS.ProcessEnv;
}
