import { setTimeout as sleep } from "node:timers/promises";
import { newAccount } from "@/tests/support/api-accounts";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { type Answers, Client } from "../fleet/client";
import { addressOf, SESSION_SECONDS } from "../fleet/crowd";
import type { SteadyWriter } from "./steady-writer";

/** Enough that every replica serves some. */
const READERS = 8;
/** Ten reads by key a second, and four pages, which take longer. */
const EVERY_MS = { key: 100, page: 250 };
const MOST_AT_ONCE = 60;

type By = keyof typeof EVERY_MS;

interface Read {
  by: By;
  from: number;
  to: number;
  /** The unexpected response. */
  failure?: string;
}

/** Clients that read a writer's posts, by key and as pages, without retries. */
export class SteadyReaders {
  private readonly reads: Read[] = [];
  private readonly newest = new Map<Client, string>();
  /** Reads without their own account's writes, and lists that lost rows. */
  stale = 0;
  backwards = 0;

  private constructor(
    private readonly writer: SteadyWriter,
    private readonly clients: readonly Client[],
  ) {}

  static async gather(writer: SteadyWriter, { url, answers, first }: { url: string; answers: Answers; first: number }) {
    const clients: Client[] = [];
    for (let n = 0; n < READERS; n += 1) {
      // One of them reads its own writes.
      const account = n === 0 ? writer.account : await newAccount("pro");
      const headers = {
        Authorization: `Bearer ${account.key}`,
        Cookie: await sessionCookieOf(account.ctx(), SESSION_SECONDS),
        Accept: "text/html, application/json",
      };
      clients.push(new Client({ url, address: addressOf(first + n), headers, answers }));
    }
    return new SteadyReaders(writer, clients);
  }

  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      this.repeat(signal, "key", (client) => this.readByKey(client)),
      this.repeat(signal, "page", (client, n) => this.readPage(client, n)),
    ]);
  }

  /** The longest time without a successful read between two moments (`performance.now()`), in ms. */
  longestGap(by: By, from: number, to: number): number {
    const answered = this.reads.filter((read) => read.by === by && read.failure === undefined).map((read) => read.to);
    const moments = answered.filter((at) => at > from && at <= to).sort((a, b) => a - b);
    const all = [from, ...moments, to];
    return Math.max(...all.slice(1).map((at, n) => at - all[n]!));
  }

  /** The reads between two moments, and how many of them failed. */
  between(by: By, from: number, to: number): { reads: number; failures: string[]; slowestMs: number } {
    const reads = this.reads.filter((read) => read.by === by && read.to > from && read.to <= to);
    return {
      reads: reads.length,
      failures: reads.flatMap(({ failure }) => failure ?? []),
      slowestMs: Math.max(0, ...reads.map((read) => read.to - read.from)),
    };
  }

  problems(): string[] {
    const { stale, backwards } = this;
    return stale + backwards === 0 ? [] : [`${stale} reads lacked what was written, ${backwards} lists went back`];
  }

  private async repeat(
    signal: AbortSignal,
    by: By,
    read: (client: Client, n: number) => Promise<string | undefined>,
  ): Promise<void> {
    const underWay = new Set<Promise<void>>();
    for (let n = 0; !signal.aborted; n += 1, await sleep(EVERY_MS[by])) {
      if (underWay.size >= MOST_AT_ONCE) continue;
      const from = performance.now();
      const one = read(this.clients[n % this.clients.length]!, n)
        .then((failure) => void this.reads.push({ by, from, to: performance.now(), failure }))
        .finally(() => underWay.delete(one));
      underWay.add(one);
    }
    await Promise.all(underWay);
  }

  private async readByKey(client: Client): Promise<string | undefined> {
    const before = this.newest.get(client) ?? "";
    const written = this.writer.newest;
    const reply = await client.send("GET", `/api/v1/users/${this.writer.account.handle}/posts?limit=1`);
    if (reply?.status !== 200) return reply ? String(reply.status) : "no answer";
    const { data } = JSON.parse(reply.text) as { data: { id: string }[] };
    const newest = data[0]?.id ?? "";
    // Ids of one author sort by the order of writing.
    if (client === this.clients[0] && newest < written) this.stale += 1;
    if (newest < before) this.backwards += 1;
    if (newest > (this.newest.get(client) ?? "")) this.newest.set(client, newest);
    return undefined;
  }

  private async readPage(client: Client, n: number): Promise<string | undefined> {
    const { handle } = this.writer.account;
    const pages = ["/", `/users/${handle}`, `/posts/${this.writer.first}`, "/notifications", "/search?q=Beat"];
    const page = pages[n % pages.length]!;
    const reply = await client.send("GET", page);
    if (reply?.status !== 200) return `${page}: ${reply?.status ?? "no answer"}`;
    // An error after the first bytes is part of the page.
    return reply.text.includes("</html>") && !reply.text.includes("The ball got stuck") ? undefined : `${page}: broken`;
  }
}
