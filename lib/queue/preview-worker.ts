import { claimPreviews, fetchClaimed } from "@/lib/domain/writing/previews/queue";
import { FETCHED_AT_ONCE } from "@/lib/domain/writing/previews/rules";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { platformContext } from "./platform";
import { RunLoop } from "./run-loop";

const POLL_MS = 1000;

/**
 * Fetches the pages that posts link to, a few at a time. What is due is stored in the database, which any number of
 * workers share; a page that a crashed process was fetching is fetched again when its lease ends.
 */
export class PreviewWorker {
  private readonly loop = new RunLoop(() => this.run().catch(this.reportError));
  private readonly fetching = new Set<Promise<void>>();
  /** The site that was served last, after which the others have their turn. */
  private last = "";
  private isStopping = false;
  private pollTimer?: NodeJS.Timeout;
  private readonly reportError = onceAMinute((error, suppressed) =>
    log.error("preview worker failed", { error, suppressed }),
  );

  /** Starts polling, which finds pages whose site had to rest, and those of crashed processes. */
  start(): void {
    this.notify();
    this.pollTimer = setInterval(() => this.notify(), POLL_MS).unref();
  }

  notify(): void {
    if (!this.isStopping) this.loop.request();
  }

  /** Resolves when nothing is claimed or being fetched. */
  async waitUntilIdle(): Promise<void> {
    do {
      if (!this.loop.isIdle) await this.loop.nextIdle();
      await Promise.all(this.fetching);
    } while (!this.loop.isIdle || this.fetching.size > 0);
  }

  /** Starts nothing more, and resolves when the pages in progress are settled. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.pollTimer);
    await this.waitUntilIdle();
  }

  private async run(): Promise<void> {
    const limit = FETCHED_AT_ONCE - this.fetching.size;
    if (limit <= 0) return;
    const due = await claimPreviews(platformContext(), { limit, after: this.last });
    this.last = due.length < limit ? "" : (due.at(-1)?.site ?? "");
    for (const preview of due) this.fetch(preview);
  }

  /** A slow page takes one of the places, and the others go on. */
  private fetch(preview: Parameters<typeof fetchClaimed>[1]): void {
    const fetching: Promise<void> = fetchClaimed(platformContext(), preview)
      .catch(this.reportError)
      .finally(() => {
        this.fetching.delete(fetching);
        this.notify();
      });
    this.fetching.add(fetching);
  }
}
