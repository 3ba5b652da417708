/**
 * Why a job in a child process failed. `threw`: the program itself threw. `timed-out`, `out-of-memory` and `crashed`: the
 * job took its process with it, so trying it again is no use. `not-started`: no process could be had; the job is not at fault.
 */
export type JobFailure = "threw" | "timed-out" | "out-of-memory" | "crashed" | "not-started";

/** A job that a process pool could not finish. */
export class JobError extends Error {
  override name = "JobError";

  constructor(
    readonly reason: JobFailure,
    message: string,
  ) {
    super(message);
  }

  /** Next loads a module once for routes and once for pages, and a pool is shared by both. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "JobError";
  }
}

/** There is more work than can be taken on now. Answered with 503 and `Retry-After`. */
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
