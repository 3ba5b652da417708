import { fork } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "@/lib/domain/kernel/context";
import { draftDelivery, enqueueDeliveries } from "@/lib/domain/consequences/webhooks/delivery/outbox";
import { MAX_CONCURRENT_ATTEMPTS } from "@/lib/domain/consequences/webhooks/rules";
import type { TestServer } from "@/tests/support/test-server";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { median } from "../contest";
import { exchange, quantile } from "../hammer";
import type { Batch } from "../references/bare-sender";
import { percent } from "./requests";
import { table } from "./table";

const ROUNDS = 3;
const BATCH = 1500;
const IDLE_ACTS = 150;
const BETWEEN_ACTS_MS = 40;

/**
 * The worker's throughput compared with a loop that only signs and posts, and the latency from an act to its delivery.
 */
export async function measureDeliveries(product: TestServer): Promise<void> {
  const receiver = await openReceiver();
  const account = await newAccount();
  const endpoint = await subscribe(product, account, receiver.url);
  const sender = fork(path.join(import.meta.dirname, "../references/bare-sender.ts"), {
    execArgv: ["--import", "tsx"],
  });

  const worker: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    worker.push(await receiver.rateOf(BATCH, () => enqueueBatch(account, endpoint.id, BATCH)));
    const batch: Batch = { url: receiver.url, secret: endpoint.secret, count: BATCH, atOnce: MAX_CONCURRENT_ATTEMPTS };
    bare.push(await receiver.rateOf(BATCH, async () => void sender.send(batch)));
  }
  sender.disconnect();
  const latencies = await idleLatencies(product, account, receiver);
  receiver.close();

  const [workerRate, bareRate] = [median(worker), median(bare)];
  const ratio = median(worker.map((rate, round) => rate / (bare[round] ?? NaN)));
  table(
    ["deliveries", "per second", "a bare loop's", "of it", "act to arrival p50 ms", "p99 ms"],
    [
      [
        "embedded worker",
        workerRate.toFixed(0),
        bareRate.toFixed(0),
        percent(ratio),
        quantile(latencies, 0.5).toFixed(1),
        quantile(latencies, 0.99).toFixed(1),
      ],
    ],
  );
}

async function subscribe(product: TestServer, account: Account, url: string): Promise<{ id: string; secret: string }> {
  const answer = await exchange(new http.Agent(), {
    method: "POST",
    url: `${product.url}/api/v1/webhooks`,
    headers: { Authorization: `Bearer ${account.key}` },
    body: JSON.stringify({ url, events: ["*"] }),
  });
  return JSON.parse(answer) as { id: string; secret: string };
}

/** Deliveries that become due at once, in one transaction. */
function enqueueBatch(account: Account, endpointId: string, count: number): Promise<void> {
  return inTransaction(account.ctx(), (tx) => {
    const place = (n: number) => ({ endpointId, sequence: n + 1, lastQueuedAt: tx.now, fullPayload: false });
    const drafts = Array.from({ length: count }, (_, n) =>
      draftDelivery(tx, place(n), { id: null, name: "post.created", data: { postId: "post_1" } }),
    );
    return enqueueDeliveries(tx, drafts);
  });
}

/** Milliseconds from a request to the delivery it causes, measured one after another. */
async function idleLatencies(product: TestServer, { key }: Account, receiver: Receiver): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true });
  const latencies: number[] = [];
  for (let act = 0; act < IDLE_ACTS; act++) {
    const sent = performance.now();
    const arrival = receiver.next();
    await exchange(agent, {
      method: "POST",
      url: `${product.url}/api/v1/posts`,
      headers: { Authorization: `Bearer ${key}` },
      body: JSON.stringify({ content: "Soon there" }),
    });
    latencies.push((await arrival) - sent);
    await sleep(BETWEEN_ACTS_MS);
  }
  agent.destroy();
  return latencies.toSorted((a, b) => a - b);
}

interface Receiver {
  url: string;
  /** Deliveries per second, from the first to the last of `count` arrivals. */
  rateOf(count: number, begin: () => Promise<void>): Promise<number>;
  /** Resolves with the time of the next arrival. */
  next(): Promise<number>;
  close(): void;
}

async function openReceiver(): Promise<Receiver> {
  let onArrival: (at: number) => void = () => undefined;
  const server = http.createServer((request, response) => {
    request.resume().on("end", () => {
      onArrival(performance.now());
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async rateOf(count, begin) {
      const arrivals: number[] = [];
      const all = new Promise<void>((resolve) => {
        onArrival = (at) => void (arrivals.push(at) === count && resolve());
      });
      await begin();
      await all;
      return ((count - 1) / ((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0))) * 1000;
    },
    next: () => new Promise((resolve) => (onArrival = resolve)),
    close: () => server.close(),
  };
}
