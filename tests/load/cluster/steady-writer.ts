import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/database/db";
import type { Account } from "@/tests/support/api-accounts";
import type { Client } from "../fleet/client";

const EVERY_MS = 100;
/** Concurrent writes that wait during an outage of the database. */
const MOST_AT_ONCE = 60;

/** A client that writes ten times a second without retries, to detect when writes are possible. */
export class SteadyWriter {
  private readonly posts: { id: string; acknowledgedAt: number }[] = [];
  private readonly failures: { answer: string; at: number }[] = [];

  constructor(
    readonly account: Account,
    private readonly client: Client,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const writes = new Set<Promise<void>>();
    for (let n = 0; !signal.aborted; n += 1, await sleep(EVERY_MS)) {
      if (writes.size >= MOST_AT_ONCE) continue;
      const write = this.write(`Beat ${n}`).finally(() => writes.delete(write));
      writes.add(write);
    }
    await Promise.all(writes);
  }

  /** The longest time without an acknowledged write between two moments (`performance.now()`), in ms. */
  longestGap(from: number, to: number): number {
    const before = this.posts.findLast(({ acknowledgedAt }) => acknowledgedAt <= from)?.acknowledgedAt ?? from;
    const moments = this.posts.map(({ acknowledgedAt }) => acknowledgedAt).filter((at) => at > from && at <= to);
    const all = [before, ...moments, to];
    return Math.max(...all.slice(1).map((at, n) => at - all[n]!));
  }

  /** The failures of writes between two moments, with their number. */
  failuresBetween(from: number, to: number): string {
    const counts = new Map<string, number>();
    for (const { answer, at } of this.failures)
      if (at > from && at <= to) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    return [...counts].map(([answer, count]) => `${count} × ${answer}`).join(", ") || "none";
  }

  /** The first post that was acknowledged. */
  get first(): string {
    return this.posts[0]?.id ?? "";
  }

  /** The greatest acknowledged id. */
  newest = "";

  get acknowledged(): number {
    return this.posts.length;
  }

  /** Returns acknowledged posts that are missing, and duplicates. Unanswered writes may exist, once. */
  async problems(): Promise<string[]> {
    const stored = await database().prisma.post.findMany({
      where: { authorId: this.account.id },
      select: { id: true, content: true },
    });
    const ids = new Set(stored.map(({ id }) => id));
    return [
      ...this.posts.filter(({ id }) => !ids.has(id)).map(({ id }) => `post ${id} was acknowledged and is lost`),
      ...(new Set(stored.map(({ content }) => content)).size === stored.length ? [] : ["A post was stored twice"]),
    ];
  }

  private async write(content: string): Promise<void> {
    const reply = await this.client.send("POST", "/api/v1/posts", { content });
    const at = performance.now();
    if (reply?.status === 201) {
      const { id } = JSON.parse(reply.text) as { id: string };
      this.posts.push({ id, acknowledgedAt: at });
      if (id > this.newest) this.newest = id;
    } else this.failures.push({ answer: reply ? String(reply.status) : "no answer", at });
  }
}
