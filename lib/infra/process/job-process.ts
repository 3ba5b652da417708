import { type ChildProcess, fork } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { JobError, type JobFailure, OverloadedError } from "./job-errors";

export interface Program {
  /** Names the pool in errors. */
  name: string;
  /** Path from the project's root to a plain `.mjs` that calls `serveJobs` of lib/infra/process/serve-jobs.mjs. */
  script: string;
  /** Limit for the whole process: its heap and native memory. */
  maxMemoryMb: number;
}

interface RunOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  maxCpuMs?: number;
}

interface Run {
  begin(): void;
  settle(outcome: { result: unknown } | { error: unknown }): void;
}

/** A message from the child: ready, or a job's outcome. `retire`: the process has grown and should be replaced. */
type Message = { ready: true } | { result?: unknown; error?: string; retire: boolean; cpuMs: number };

/** Serving requests has priority where processors are scarce. */
const NICENESS = 10;
/** Time for a new process to load its program, on a busy machine. */
const START_TIMEOUT_MS = 30_000;
/** An estimate: most jobs take less than a second. */
export const RETRY_AFTER_SECONDS = 5;
const MAX_STDERR_CHARS = 8192;
/** Variables that a child inherits. It parses untrusted input, so it gets none of the environment's secrets. */
const INHERITED = ["PATH", "LD_LIBRARY_PATH", "SystemRoot", "TMPDIR", "TEMP"];

/** A child process that runs one job at a time. It keeps this process alive only while a job runs. */
export class JobProcess {
  private readonly child: ChildProcess;
  private ready = false;
  private ended = false;
  private retiring = false;
  private run?: Run;
  private cpuMs?: number;
  private stderr = "";

  constructor(
    private readonly program: Program,
    private readonly onEnd: (ended: JobProcess) => void,
  ) {
    this.child = fork(
      path.join(/* turbopackIgnore: true */ process.cwd(), program.script),
      [String(program.maxMemoryMb)],
      {
        serialization: "advanced",
        execArgv: [`--max-old-space-size=${program.maxMemoryMb}`],
        env: environment(),
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      },
    );
    // Set immediately: threads that the child starts later inherit it.
    if (this.child.pid !== undefined) lowerPriority(this.child.pid);
    this.child.stderr?.on(
      "data",
      (chunk: Buffer) => (this.stderr = (this.stderr + chunk.toString()).slice(-MAX_STDERR_CHARS)),
    );
    this.child.on("message", (message: Message) => this.hear(message));
    this.child.once("error", (error) => this.close("not-started", error.message));
    this.child.once("close", (code, signal) => this.close(...this.diagnose(code, signal)));
    this.hold(false);
  }

  get usable(): boolean {
    return !this.ended && !this.retiring;
  }

  /**
   * Runs a job. Ends the process on timeout or when `signal` aborts. A timeout means that the machine is busy; it is
   * not the job's fault, because the program bounds the job's processor time itself.
   * @throws JobError, OverloadedError on timeout, or the signal's reason
   */
  perform(job: unknown, { timeoutMs, signal, maxCpuMs }: RunOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const abandon = () => this.kill(signal?.reason);
      const late = (what: string, ms: number) =>
        setTimeout(() => this.kill(this.overloaded(`${what} took longer than ${ms} ms`)), ms);
      let timer = late("starting", START_TIMEOUT_MS);
      signal?.addEventListener("abort", abandon, { once: true });
      this.run = {
        begin: () => {
          clearTimeout(timer);
          timer = late("a job", timeoutMs);
          // A failed send shows up as the process's exit.
          this.child.send({ job, maxCpuMs }, () => undefined);
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

  /** Returns and clears the processor time of the last job; undefined if the process ended before reporting it. */
  takeCpuMs(): number | undefined {
    const { cpuMs } = this;
    this.cpuMs = undefined;
    return cpuMs;
  }

  /** Ends the process; a running job fails with `error`. */
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
    this.cpuMs = message.cpuMs;
    if (message.error === undefined) this.run?.settle({ result: message.result });
    else this.run?.settle({ error: this.failure("threw", message.error) });
  }

  private close(reason: JobFailure, detail: string): void {
    this.ended = true;
    this.onEnd(this);
    this.run?.settle({ error: this.failure(reason, detail) });
  }

  /** SIGXCPU comes from serve-jobs.mjs. A SIGKILL that we did not send comes from there, or from the OOM killer. */
  private diagnose(code: number | null, signal: NodeJS.Signals | null): [JobFailure, string] {
    const detail = `ended with ${signal ?? code}. ${this.stderr.trim()}`;
    if (signal === "SIGXCPU") return ["timed-out", "took too much processor time"];
    if (!this.ready) return ["not-started", detail];
    if (signal === "SIGKILL" || /out of memory|bad_alloc|cannot allocate/i.test(this.stderr))
      return ["out-of-memory", `took more than ${this.program.maxMemoryMb} MB`];
    return ["crashed", detail];
  }

  private failure(reason: JobFailure, detail: string): JobError {
    return new JobError(reason, `${this.program.name}: ${reason}: ${detail}`);
  }

  private overloaded(detail: string): OverloadedError {
    return new OverloadedError(`${this.program.name}: ${detail}`, RETRY_AFTER_SECONDS);
  }

  private hold(held: boolean): void {
    const stderr = this.child.stderr as { ref?(): void; unref?(): void } | null;
    for (const handle of [this.child, this.child.channel, stderr]) (held ? handle?.ref : handle?.unref)?.call(handle);
  }
}

/** Lets the processes that serve go first. */
export function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, NICENESS);
  } catch {
    // It has already exited; the exit handler deals with that.
  }
}

function environment(): NodeJS.ProcessEnv {
  const inherited = INHERITED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  // With few arenas, freed memory returns to the system. Of the two threads, one runs the job and one does file I/O.
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: "production",
    UV_THREADPOOL_SIZE: "2",
    MALLOC_ARENA_MAX: "2",
  } as NodeJS.ProcessEnv;
}
