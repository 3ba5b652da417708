import type { ServerResponse } from "node:http";
import { isUnavailable } from "@/lib/http/response/errors";
import { log, onceAMinute } from "@/lib/infra/log/log";

type Job = () => Promise<unknown>;

const report = (error: unknown, suppressed?: number) => log.error("job after a response failed", { error, suppressed });
const reportUnavailable = onceAMinute(report);

/** Runs jobs after the responses that they belong to, and tracks those that are still running. */
export class BackgroundJobs {
  readonly #running = new Set<Promise<unknown>>();

  /** Runs the job once the response has been sent or the client has disconnected. */
  add(response: ServerResponse, job: Job): void {
    if (response.closed) this.#run(job);
    else response.once("close", () => this.#run(job));
  }

  /** Resolves when no job is running, including jobs started by other jobs. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #run(job: Job): void {
    const running = job()
      .catch((error: unknown) => (isUnavailable(error) ? reportUnavailable(error) : report(error)))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
