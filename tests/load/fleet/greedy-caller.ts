import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "./client";

/** The rate limit of a key on the free tier, unless RATE_LIMIT_V1_FREE overrides it. */
const LIMIT = 120;
const MAX_EXCESS = 0.05;
const EVERY_MS = 200;
/** Concurrent calls: enough to reach the limit even on a slow machine. */
const MOST_AT_ONCE = 50;

/** A client that constantly requests more than twice its limit. */
export class GreedyCaller {
  /** Admitted calls by the end of the limiter's window, which the response names. */
  private readonly admitted = new Map<string, number>();
  private rejected = 0;

  constructor(
    private readonly client: Client,
    private readonly postId: string,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const calls = new Set<Promise<void>>();
    for (; !signal.aborted; await sleep(EVERY_MS)) {
      if (calls.size >= MOST_AT_ONCE) continue;
      const call = this.call().finally(() => calls.delete(call));
      calls.add(call);
    }
    await Promise.all(calls);
  }

  get summary(): string {
    const windows = [...this.admitted.values()].join(", ");
    return `${windows} calls of one key admitted in the minutes, where ${LIMIT} may be, and ${this.rejected} rejected`;
  }

  get problems(): string[] {
    const most = Math.max(...this.admitted.values());
    return [
      ...(most > LIMIT * (1 + MAX_EXCESS) ? [`${most} calls of one key were admitted in a minute, not ${LIMIT}`] : []),
      ...(this.rejected === 0 ? ["The greedy caller never reached the limit, which shows nothing"] : []),
    ];
  }

  private async call(): Promise<void> {
    const reply = await this.client.send("POST", `/api/v1/posts/${this.postId}/like`);
    const window = String(reply?.headers["x-ratelimit-reset"]);
    if (reply?.status === 200) this.admitted.set(window, (this.admitted.get(window) ?? 0) + 1);
    if (reply?.status === 429) this.rejected += 1;
  }
}
