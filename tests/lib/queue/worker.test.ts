import { describe, expect, test } from "vitest";
import { claimDelivery } from "@/lib/domain/consequences/webhooks/delivery/claim";
import { ATTEMPT_LEASE_MS } from "@/lib/domain/consequences/webhooks/rules";
import { database } from "@/lib/infra/database/db";
import {
  advanceTime,
  asOfNow,
  deliveriesOf,
  newOwner,
  publishPost,
  queueDeliveries,
  register,
} from "@/tests/lib/domain/consequences/webhooks/owner";
import { setUpWorkers, until } from "./worker-fixture";

const { createWorker, receiver } = setUpWorkers();

describe("a worker", () => {
  test("sends deliveries at once when it is notified of them", async () => {
    const { url, received } = await receiver();
    const owner = await newOwner();
    const { id } = await register(owner, url);
    const worker = createWorker();
    // It has not been started, and so does not poll.
    for (let posts = 0; posts < 4; posts += 1) {
      await publishPost(owner);
      worker.notify([id]);
      await worker.waitUntilIdle();
    }
    expect(received).toHaveLength(4);
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(Array(4).fill("delivered"));
  });

  test("finds deliveries by polling if it was not notified of them, or a crashed process had begun them", async () => {
    const { url, received } = await receiver();
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await Promise.all([publishPost(owner, "One"), publishPost(owner, "Two")]);
    const [first] = await deliveriesOf(id);
    await claimDelivery(asOfNow(owner), first!.id);
    await advanceTime(id, ATTEMPT_LEASE_MS + 1000);
    createWorker({ pollMs: 20 }).start();
    await until(() => received.length === 2);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  });

  test("retries a failing delivery with the same id until it succeeds", async () => {
    const { url, received } = await receiver(
      (response, _received, count) => void response.writeHead(count < 4 ? 500 : 200).end(),
    );
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await publishPost(owner);
    createWorker({ pollMs: 20 }).start();
    await until(async () => (await deliveriesOf(id))[0]!.status === "delivered");
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("starts an endpoint's deliveries in the order of their sequence, eight at a time", async () => {
    const { url, received, maxConcurrent } = await receiver((response) => void setTimeout(() => response.end(), 5));
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await queueDeliveries(owner, id, 200);
    const worker = createWorker();
    worker.notify([id]);
    await worker.waitUntilIdle();
    const sequences = received.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
    expect(sequences).toHaveLength(200);
    sequences.forEach((sequence, index) => expect(Math.abs(sequence - 1 - index)).toBeLessThan(16));
    expect(maxConcurrent()).toBeLessThanOrEqual(8);
  });

  test("sends nothing more to a receiver that answered 410 Gone", async () => {
    let gone = 0;
    const { url, received } = await receiver((response, _received, count) => {
      if (count > 200) gone += 1;
      response.writeHead(count > 200 ? 410 : 200).end();
    });
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await queueDeliveries(owner, id, 1000);
    const worker = createWorker();
    worker.notify([id]);
    await worker.waitUntilIdle();
    expect(gone).toBeLessThanOrEqual(16);
    const rows = await deliveriesOf(id);
    expect(rows.filter(({ status }) => status === "delivered")).toHaveLength(200);
    expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(received.length);
    expect(rows.filter(({ status, leaseToken }) => status === "pending" || leaseToken)).toEqual([]);
  });

  test("keeps working when a secret cannot be decrypted", async () => {
    const { url, received } = await receiver();
    const owner = await newOwner();
    const [broken, sound] = [await register(owner, url), await register(owner, url)];
    await database().prisma.webhookEndpoint.update({ where: { id: broken.id }, data: { secret: "AAAA" } });
    await publishPost(owner);
    const worker = createWorker();
    worker.notify([broken.id, sound.id]);
    await worker.waitUntilIdle();
    expect(received).toHaveLength(1);
    expect(await deliveriesOf(broken.id)).toMatchObject([
      { status: "pending", attempts: 1, error: expect.stringContaining("could not be decrypted") },
    ]);
  });

  test("stops when its attempts in progress have ended, and starts no more", async () => {
    const { url, received } = await receiver((response) => void setTimeout(() => response.end(), 100));
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await queueDeliveries(owner, id, 20);
    const worker = createWorker();
    worker.notify([id]);
    await until(() => received.length === 8);
    await worker.stop();
    expect(received).toHaveLength(8);
    const rows = await deliveriesOf(id);
    expect(rows.filter(({ status }) => status === "delivered")).toHaveLength(8);
    expect(rows.filter(({ leaseToken }) => leaseToken)).toEqual([]);
  });
});
