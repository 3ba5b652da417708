import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { UserError } from "@/scripts/tools/terminal";
import { DeliveryWorker, SETTLE_BATCH } from "@/lib/queue/worker";
import { MAX_CLAIMED } from "@/lib/queue/endpoint-queues";
import { MAX_RESPONSE_BYTES, MAX_CONCURRENT_ATTEMPTS } from "@/lib/domain/consequences/webhooks/rules";
import { queueDeliveries, newOwner, register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { table } from "../bench/table";
import { rehearse } from "../rehearsal";

const FEW = 3_000;
const MANY = 10_000;
const ENDPOINTS = 5;
const BETWEEN_LOOKS_MS = 100;
const CALM_MS = 5000;
/**
 * The maximum of deliveries in memory, however many are queued: those that endpoint queues hold and attempt, and those
 * being settled.
 */
const IN_HAND = MAX_CLAIMED + ENDPOINTS * MAX_CONCURRENT_ATTEMPTS + SETTLE_BATCH;
/** Each has a response, as bytes and as text. All ten thousand would take 400 MB. */
const IN_HAND_MB = (2 * IN_HAND * MAX_RESPONSE_BYTES) / 2 ** 20;
/** The memory that may remain at the end: 200 bytes per delivery would exceed it. */
const KEPT_MB = 2;

/** Queued deliveries stay in the database: the server's memory contains only what the endpoint queues may hold. */
export async function prove(): Promise<void> {
  await rehearse(async () => {
    await measure(FEW);
    const [few, many] = [await measure(FEW), await measure(MANY)];
    const lineOf = (queued: number, heaps: Heaps) => [
      queued.toLocaleString("en"),
      ...Object.values(heaps).map((mb: number) => mb.toFixed(1)),
    ];
    table(["queued", "heap before, MB", "most while sending", "after"], [lineOf(FEW, few), lineOf(MANY, many)]);
    for (const { before, most, after } of [few, many]) {
      if (most - before > IN_HAND_MB)
        throw new UserError(`The worker holds more than the ${IN_HAND_MB.toFixed(1)} MB that it may.`);
      if (after - before > KEPT_MB) throw new UserError("Memory is retained after everything was sent.");
    }
  });
}

interface Heaps {
  before: number;
  most: number;
  after: number;
}

/**
 * Megabytes of used heap before, during and after a worker in this process delivers to receivers with large answers.
 */
async function measure(queued: number): Promise<Heaps> {
  const receiver = await startTalkativeReceiver();
  const owner = await newOwner();
  const endpoints = await Promise.all(Array.from({ length: ENDPOINTS }, () => register(owner, receiver.url)));
  for (const { id } of endpoints) await queueDeliveries(owner, id, queued / ENDPOINTS);
  const before = heap();
  const worker = new DeliveryWorker();
  worker.notify(endpoints.map(({ id }) => id));
  let over = false;
  const idle = worker.waitUntilIdle().then(() => (over = true));
  let most = 0;
  for (; !over; await sleep(BETWEEN_LOOKS_MS)) most = Math.max(most, heap());
  await idle;
  receiver.stop();
  if (receiver.seen() !== queued) throw new UserError(`Of ${queued} deliveries ${receiver.seen()} arrived.`);
  // Buffers of closed connections are released a moment later.
  let after = Infinity;
  for (const end = Date.now() + CALM_MS; Date.now() < end; await sleep(BETWEEN_LOOKS_MS))
    after = Math.min(after, heap());
  return { before, most, after };
}

async function startTalkativeReceiver() {
  const words = Buffer.alloc(MAX_RESPONSE_BYTES, "So much to say. ");
  let seen = 0;
  const server = http.createServer((request, response) => {
    request.resume().on("end", () => {
      seen += 1;
      response.end(words);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    seen: () => seen,
    stop: () => server.close(),
  };
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Used heap after garbage collection, in megabytes. */
function heap(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
