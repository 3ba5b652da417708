import { describe, expect, test } from "vitest";
import { database } from "@/lib/infra/database/db";
import { newOwner, publishPost, queueDeliveries, register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { setUpWorkers, until } from "./worker-fixture";

const { createWorker, receiver } = setUpWorkers();

describe("a worker", () => {
  test(
    "does not delay endpoints because of hanging receivers, or of one with thousands queued",
    { timeout: 60_000 },
    async () => {
      const hanging = await receiver(() => {});
      const flooded = await receiver((response) => void setTimeout(() => response.end(), 20));
      const good = await receiver();
      const owners = await Promise.all(Array.from({ length: 10 }, newOwner));
      const hung = await Promise.all(owners.map((owner) => register(owner, hanging.url)));
      await Promise.all(hung.map(({ id }, index) => queueDeliveries(owners[index]!, id, 50)));
      const [owner] = owners;
      const busy = await register(owner!, flooded.url, ["bookmark.created"]);
      await queueDeliveries(owner!, busy.id, 10_000);
      const quiet = await register(owner!, good.url, ["post.created"]);

      const worker = createWorker({ pollMs: 50 });
      worker.start();
      await until(() => hanging.received.length === 80 && flooded.received.length > 20);
      await publishPost(owner!);
      worker.notify([quiet.id]);
      await until(() => good.received.length === 1);
      // It came while every hanging attempt still hung and most of the queueDeliveries still queued.
      expect(hanging.received).toHaveLength(80);
      expect(flooded.received.length).toBeLessThan(5_000);
      expect(flooded.maxConcurrent()).toBeLessThanOrEqual(8);
      await hanging.stop();
      // Deleting all endpoints beside it could deadlock with what it settles.
      await worker.stop();
      await database().prisma.webhookEndpoint.deleteMany({});
    },
  );

  test("gives the permits of hanging receivers to others, even if no other work is in progress", async () => {
    const hanging = await receiver(() => {});
    const good = await receiver();
    const [owner, ...owners] = await Promise.all(Array.from({ length: 9 }, newOwner));
    const hung = await Promise.all(owners.map((each) => register(each, hanging.url)));
    await Promise.all(hung.map(({ id }, index) => queueDeliveries(owners[index]!, id, 8)));
    const quiet = await register(owner!, good.url);
    await queueDeliveries(owner!, quiet.id, 1);

    const worker = createWorker();
    worker.notify(hung.map(({ id }) => id));
    await until(() => hanging.received.length === 64);
    worker.notify([quiet.id]);
    await until(() => good.received.length === 1, 14_000);
    expect(hanging.received).toHaveLength(64);
    await hanging.stop();
    await worker.stop();
    await database().prisma.webhookEndpoint.deleteMany({});
  });

  test("limits an account whose receivers all hang to its share, and serves others at once", async () => {
    const hanging = await receiver(() => {});
    const good = await receiver();
    const [slow, owner] = await Promise.all([newOwner(), newOwner()]);
    const hung = [];
    for (let n = 0; n < 10; n += 1) hung.push(await register(slow, hanging.url));
    for (const { id } of hung) await queueDeliveries(slow, id, 8);
    const quiet = await register(owner, good.url);
    await queueDeliveries(owner, quiet.id, 1);

    const worker = createWorker();
    worker.notify(hung.map(({ id }) => id));
    await until(() => hanging.received.length === 32);
    worker.notify([quiet.id]);
    await until(() => good.received.length === 1);
    expect(hanging.received).toHaveLength(32);
    await hanging.stop();
    await worker.stop();
    await database().prisma.webhookEndpoint.deleteMany({});
  });
});
