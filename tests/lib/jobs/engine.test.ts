import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { leaseDelivery } from "@/lib/domain/webhooks/lease";
import { ENGINE_LEASE_MS, LEASE_MS } from "@/lib/domain/webhooks/rules";
import * as settle from "@/lib/domain/webhooks/settle";
import { database } from "@/lib/infra/db";
import { env } from "@/lib/infra/env";
import { DeliveryEngine } from "@/lib/jobs/engine";
import { atOnce, deliveriesOf, flood, letPass, newOwner, pin, register } from "@/tests/lib/domain/webhooks/owner";
import { startReceiver } from "@/tests/lib/domain/webhooks/receiver";

const before = { ...env().webhooks };
const stops: (() => unknown)[] = [];
beforeEach(() => void Object.assign(env().webhooks, { allowPrivateTargets: true, backoffSeconds: [0, 0, 0, 0, 0, 0] }));
afterEach(async () => {
  Object.assign(env().webhooks, before);
  vi.restoreAllMocks();
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function receiver(...behaviour: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...behaviour);
  stops.push(started.stop);
  return started;
}

function engine(options: ConstructorParameters<typeof DeliveryEngine>[0] = {}) {
  const started = new DeliveryEngine(options);
  stops.push(() => started.stop());
  return started;
}

const until = async (condition: () => boolean | Promise<boolean>, ms = 25_000) => {
  for (const end = Date.now() + ms; !(await condition());) {
    if (Date.now() > end) throw new Error("It did not come to pass");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

describe("the engine", () => {
  test("sends what it is told of, at once", async () => {
    const { url, received } = await receiver();
    const owner = await newOwner();
    const { id } = await register(owner, url);
    const running = engine();
    const tell = async () => {
      await pin(owner);
      running.wake([id]);
      await running.idle();
    };
    await tell();
    const startedAt = Date.now();
    await tell();
    expect(Date.now() - startedAt).toBeLessThan(2000);
    expect(received).toHaveLength(2);
    expect(await deliveriesOf(id)).toMatchObject([{ status: "delivered" }, { status: "delivered" }]);
  });

  test("finds by itself what nobody told it of, and what a process that died had begun", async () => {
    const { url, received } = await receiver();
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await Promise.all([pin(owner, "One"), pin(owner, "Two")]);
    const [first] = await deliveriesOf(id);
    await leaseDelivery(atOnce(owner), first!.id);
    await letPass(id, LEASE_MS + 1000);
    engine({ sweepMs: 20 }).start();
    await until(() => received.length === 2);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  });

  test("repeats what fails until it arrives, with one id", async () => {
    const { url, received } = await receiver(
      (response, _received, count) => void response.writeHead(count < 4 ? 500 : 200).end(),
    );
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await pin(owner);
    engine({ sweepMs: 20 }).start();
    await until(async () => (await deliveriesOf(id))[0]!.status === "delivered");
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("begins an endpoint's deliveries in the order of their sequence, eight at a time", async () => {
    const { url, received, most } = await receiver((response) => void setTimeout(() => response.end(), 5));
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await flood(owner, id, 200);
    const running = engine();
    running.wake([id]);
    await running.idle();
    const sequences = received.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);
    expect(sequences).toHaveLength(200);
    sequences.forEach((sequence, index) => expect(Math.abs(sequence - 1 - index)).toBeLessThan(16));
    expect(most()).toBeLessThanOrEqual(8);
  });

  test(
    "lets nobody wait for receivers that hang, or for an endpoint with thousands queued",
    { timeout: 30_000 },
    async () => {
      const hanging = await receiver(() => {});
      const flooded = await receiver((response) => void setTimeout(() => response.end(), 20));
      const good = await receiver();
      const owners = await Promise.all(Array.from({ length: 10 }, newOwner));
      const hung = await Promise.all(owners.map((owner) => register(owner, hanging.url)));
      await Promise.all(hung.map(({ id }, index) => flood(owners[index]!, id, 50)));
      const [owner] = owners;
      const busy = await register(owner!, flooded.url, ["bookmark.created"]);
      await flood(owner!, busy.id, 10_000);
      const quiet = await register(owner!, good.url, ["post.created"]);

      const running = engine({ sweepMs: 50 });
      running.start();
      await until(() => hanging.received.length === 80 && flooded.received.length > 20);
      await pin(owner!);
      running.wake([quiet.id]);
      await until(() => good.received.length === 1);
      // It came while every hanging attempt still hung and most of the flood still queued.
      expect(hanging.received).toHaveLength(80);
      expect(flooded.received.length).toBeLessThan(5_000);
      expect(flooded.most()).toBeLessThanOrEqual(8);
      await hanging.stop();
      await database().prisma.webhookEndpoint.deleteMany({});
    },
  );

  test("gives the places of receivers that hang to others, also when nothing else is asked of the database", async () => {
    const hanging = await receiver(() => {});
    const good = await receiver();
    const [owner, ...owners] = await Promise.all(Array.from({ length: 9 }, newOwner));
    const hung = await Promise.all(owners.map((each) => register(each, hanging.url)));
    await Promise.all(hung.map(({ id }, index) => flood(owners[index]!, id, 8)));
    const quiet = await register(owner!, good.url);
    await flood(owner!, quiet.id, 1);

    const running = engine();
    running.wake(hung.map(({ id }) => id));
    await until(() => hanging.received.length === 64);
    running.wake([quiet.id]);
    await until(() => good.received.length === 1, 8000);
    expect(hanging.received).toHaveLength(64);
    await hanging.stop();
    await database().prisma.webhookEndpoint.deleteMany({});
  });

  test(
    "shares a database with others: together they keep to eight at one endpoint and send nothing twice",
    { timeout: 30_000 },
    async () => {
      const { url, received, most } = await receiver((response) => void setTimeout(() => response.end(), 3));
      const owner = await newOwner();
      const { id } = await register(owner, url);
      await flood(owner, id, 400);
      const engines = Array.from({ length: 4 }, () => engine({ sweepMs: 10 }));
      for (const each of engines) each.start();
      await until(() => received.length >= 400);
      await Promise.all(engines.map((each) => each.stop()));
      expect(most()).toBeLessThanOrEqual(8);
      expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(400);
      expect(received).toHaveLength(400);
    },
  );

  test("beside another engine takes only what that one has left lying", async () => {
    const { url, received } = await receiver();
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await pin(owner);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const running = engine({ overdueMs: 2000 });
    await running.sweep();
    await running.idle();
    expect(received).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    await running.sweep();
    await running.idle();
    expect(received).toHaveLength(1);
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: "delivered" });
  });

  test("goes on holding what takes long, and lets nobody else send it", { timeout: 30_000 }, async () => {
    const { url, received } = await receiver(
      (response) => void setTimeout(() => response.end(), ENGINE_LEASE_MS + 2000),
    );
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await pin(owner);
    const engines = [engine({ sweepMs: 100 }), engine({ sweepMs: 100 })];
    for (const each of engines) each.start();
    await until(async () => (await deliveriesOf(id))[0]!.status === "delivered", 20_000);
    expect(received).toHaveLength(1);
  });

  test.each([
    ["ahead", 3_600_000],
    ["back", -3_600_000],
  ])("sends nothing twice and nothing late when the clocks of machines jump %s by an hour", async (_way, ms) => {
    const { url, received } = await receiver((response) => void setTimeout(() => response.end(), 300));
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await pin(owner, "One");
    const engines = [engine({ sweepMs: 20 }), engine({ sweepMs: 20 })];
    for (const each of engines) each.start();
    await until(() => received.length === 1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    stops.push(() => vi.useRealTimers());
    await pin(owner, "Two");
    const arrived = async () => (await deliveriesOf(id)).every(({ status }) => status === "delivered");
    for (let looks = 0; !(await arrived()); looks += 1) {
      expect(looks).toBeLessThan(500);
      await sleep(10);
    }
    await Promise.all(engines.map((each) => each.stop()));
    expect(received).toHaveLength(2);
  });

  test("sends nothing again because the database was away for a moment", async () => {
    const { url, received } = await receiver();
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await pin(owner);
    const write = vi
      .spyOn(settle, "settleSuccesses")
      .mockRejectedValueOnce(new Error("The database is away, for this test"));
    engine({ sweepMs: 20 }).start();
    await until(async () => (await deliveriesOf(id))[0]!.status === "delivered", 5000);
    expect(write).toHaveBeenCalledTimes(2);
    expect(received).toHaveLength(1);
  });

  test("sends a receiver that is gone nothing of what it held for it", async () => {
    let gone = 0;
    const { url, received } = await receiver((response, _received, count) => {
      if (count > 200) gone += 1;
      response.writeHead(count > 200 ? 410 : 200).end();
    });
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await flood(owner, id, 1000);
    const running = engine();
    running.wake([id]);
    await running.idle();
    expect(gone).toBeLessThanOrEqual(16);
    const rows = await deliveriesOf(id);
    expect(rows.filter(({ status }) => status === "delivered")).toHaveLength(200);
    expect(rows.filter(({ attempts }) => attempts > 0)).toHaveLength(received.length);
    expect(rows.filter(({ status, leaseToken }) => status === "pending" || leaseToken)).toEqual([]);
  });

  test("is not ended by a secret that cannot be read", async () => {
    const { url, received } = await receiver();
    const owner = await newOwner();
    const [broken, sound] = [await register(owner, url), await register(owner, url)];
    await database().prisma.webhookEndpoint.update({ where: { id: broken.id }, data: { secret: "AAAA" } });
    await pin(owner);
    const running = engine();
    running.wake([broken.id, sound.id]);
    await running.idle();
    expect(received).toHaveLength(1);
    expect(await deliveriesOf(broken.id)).toMatchObject([
      { status: "pending", attempts: 1, error: expect.stringContaining("could not be decrypted") },
    ]);
  });

  test("stops when what it began has ended, and begins nothing more", async () => {
    const { url, received } = await receiver((response) => void setTimeout(() => response.end(), 100));
    const owner = await newOwner();
    const { id } = await register(owner, url);
    await flood(owner, id, 20);
    const running = engine();
    running.wake([id]);
    await until(() => received.length === 8);
    await running.stop();
    expect(received).toHaveLength(8);
    const rows = await deliveriesOf(id);
    expect(rows.filter(({ status }) => status === "delivered")).toHaveLength(8);
    expect(rows.filter(({ leaseToken }) => leaseToken)).toEqual([]);
  });
});
