import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@/lib/domain/durations";
import type { Client } from "./client";

/** Calls of a key on the free tier, as they are limited unless RATE_LIMIT_V1_FREE says otherwise. */
const LIMIT = 120;
const MAX_EXCESS = 0.05;
const EVERY_MS = 100;

/** Somebody who asks for several times what their limit admits, all the time. */
export class GreedyCaller {
  /** Admitted calls by the limiter's windows. */
  private readonly admitted = new Map<number, number>();
  private rejected = 0;

  constructor(
    private readonly client: Client,
    private readonly postId: string,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const window = Math.floor(Date.now() / MINUTE_MS);
      const reply = await this.client.send("POST", `/api/v1/posts/${this.postId}/like`);
      if (reply?.status === 200) this.admitted.set(window, (this.admitted.get(window) ?? 0) + 1);
      if (reply?.status === 429) this.rejected += 1;
      await sleep(EVERY_MS);
    }
  }

  get summary(): string {
    const windows = [...this.admitted.values()].join(", ");
    return `${windows} calls admitted a minute where ${LIMIT} are, and ${this.rejected} rejected`;
  }

  get problems(): string[] {
    const most = Math.max(...this.admitted.values());
    return most > LIMIT * (1 + MAX_EXCESS) ? [`${most} calls of one key were admitted in a minute, not ${LIMIT}`] : [];
  }
}
