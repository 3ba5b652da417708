/**
 * Why a job in a child process failed. `threw`: the program itself threw. `timed-out` (by its processor time),
 * `out-of-memory` and `crashed`: the job took down its process, so retrying is pointless. `not-started`: no process was
 * available; the job is not at fault.
 */
export type JobFailure = "threw" | "timed-out" | "out-of-memory" | "crashed" | "not-started";

export class JobError extends Error {
  override name = "JobError";

  constructor(
    readonly reason: JobFailure,
    message: string,
  ) {
    super(message);
  }

  /** Next loads a module once for routes and once for pages, and both share a pool. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "JobError";
  }
}

/** The process is at capacity, or the machine too busy. Returned as 503 with `Retry-After`. */
export class OverloadedError extends Error {
  override name = "OverloadedError";

  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "OverloadedError";
  }
}
