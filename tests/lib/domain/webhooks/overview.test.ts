import { describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/context";
import { attemptDelivery } from "@/lib/domain/webhooks/attempt";
import { rotateSecret, updateEndpoint } from "@/lib/domain/webhooks/commands";
import { overviewEndpoint, overviewEndpoints } from "@/lib/domain/webhooks/overview";
import { getDelivery, listDeliveriesInShort } from "@/lib/domain/webhooks/queries";
import { database } from "@/lib/infra/db";
import { atOnce, deliveriesOf, later, newOwner, pin, register } from "./owner";
import { startReceiver } from "./receiver";

const URL = "https://receiver.example/hooks";
const NOON = new Date("2026-11-21T12:00:00.000Z");
const DAY_MS = 86_400_000;

/** Deliveries that ended so many days before noon, as far as the overview is concerned. */
async function ended(owner: Context, endpointId: string, days: number, status: "delivered" | "failed", count: number) {
  for (let index = 0; index < count; index++) await pin(owner);
  const fresh = await database().prisma.delivery.findMany({
    where: { endpointId, status: "pending" },
    select: { id: true },
  });
  const createdAt = new Date(NOON.getTime() - days * DAY_MS);
  await database().prisma.delivery.updateMany({
    where: { id: { in: fresh.map(({ id }) => id) } },
    data: { status, nextAttemptAt: null, createdAt },
  });
}

describe("the overview of an endpoint", () => {
  test("counts the deliveries of the last seven days by day, without those under way", async () => {
    const owner = { ...(await newOwner()), now: NOON };
    const { id } = await register(owner, URL);
    await ended(owner, id, 0, "delivered", 2);
    await ended(owner, id, 0, "failed", 1);
    await ended(owner, id, 6, "delivered", 1);
    await ended(owner, id, 7, "failed", 1);
    await pin(owner);
    const { days, waiting } = await overviewEndpoint(owner, { id });
    expect(days.map(({ date }) => date)).toEqual([
      "2026-11-15",
      "2026-11-16",
      "2026-11-17",
      "2026-11-18",
      "2026-11-19",
      "2026-11-20",
      "2026-11-21",
    ]);
    expect(days.at(-1)).toEqual({ date: "2026-11-21", delivered: 2, failed: 1 });
    expect(days[0]).toEqual({ date: "2026-11-15", delivered: 1, failed: 0 });
    expect(days.slice(1, 6).every(({ delivered, failed }) => delivered + failed === 0)).toBe(true);
    expect(waiting).toBe(1);
  });

  test("tells how the latest attempt went", async () => {
    const owner = await newOwner();
    const receiver = await startReceiver((response) => response.writeHead(503).end("full"));
    const { id } = await register(owner, receiver.url);
    expect((await overviewEndpoint(owner, { id })).lastAttempt).toBeNull();
    await pin(owner);
    const [delivery] = await deliveriesOf(id);
    await attemptDelivery(atOnce(owner), delivery!.id);
    await receiver.stop();
    expect((await overviewEndpoint(owner, { id })).lastAttempt).toMatchObject({
      responseStatus: 503,
      error: "The receiver answered 503.",
    });
  });

  test("tells until when the old secret signs, and no longer", async () => {
    const owner = await newOwner();
    const { id } = await register(owner, URL);
    await rotateSecret(owner, { id, graceSeconds: 60 });
    const endsAt = new Date(owner.now.getTime() + 60_000).toISOString();
    expect((await overviewEndpoint(owner, { id })).oldSecretEndsAt).toBe(endsAt);
    expect((await overviewEndpoint(later(owner, 60_000), { id })).oldSecretEndsAt).toBeNull();
  });

  test("holds no secret, and says whose wish it was that it is disabled", async () => {
    const owner = await newOwner();
    const { id, secret } = await register(owner, URL);
    await updateEndpoint(owner, { id, enabled: false });
    const overview = await overviewEndpoint(owner, { id });
    expect(overview).toMatchObject({ enabled: false, disabledReason: null });
    expect(Object.keys(overview)).not.toContain("secret");
    expect(JSON.stringify(overview)).not.toContain(secret.slice(6));
  });
});

describe("a stranger", () => {
  test("sees nothing of an endpoint or its deliveries, as if it never was", async () => {
    const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
    const [{ id }, other] = await Promise.all([register(owner, URL), register(stranger, URL)]);
    await pin(owner);
    const [delivery] = await deliveriesOf(id);
    expect((await overviewEndpoints(stranger)).map((endpoint) => endpoint.id)).toEqual([other.id]);
    for (const asked of [id, "whe_never"]) {
      await expect(overviewEndpoint(stranger, { id: asked })).rejects.toMatchObject({ code: "not_found" });
      await expect(listDeliveriesInShort(stranger, { id: asked, limit: 20 })).rejects.toMatchObject({
        code: "not_found",
      });
    }
    for (const asked of [id, other.id]) {
      await expect(getDelivery(stranger, { id: asked, deliveryId: delivery!.id })).rejects.toMatchObject({
        code: "not_found",
      });
    }
    expect(await getDelivery(owner, { id, deliveryId: delivery!.id })).toMatchObject({
      id: delivery!.id,
      status: "pending",
    });
  });
});

describe("a delivery that is looked into", () => {
  test("shows the headers of its last attempt as the receiver saw them, without what the secret made", async () => {
    const owner = await newOwner();
    const receiver = await startReceiver();
    const { id } = await register(owner, receiver.url);
    await pin(owner);
    const [delivery] = await deliveriesOf(id);
    const headersNow = async () =>
      Object.fromEntries(
        (await getDelivery(owner, { id, deliveryId: delivery!.id })).requestHeaders.map(({ name, value }) => [
          name,
          value,
        ]),
      );
    expect(await headersNow()).toMatchObject({ "X-Service-Event": "post.created", "X-Service-Timestamp": null });
    await attemptDelivery(atOnce(owner), delivery!.id);
    await receiver.stop();
    const headers = await headersNow();
    const seen = receiver.received[0]!.headers;
    for (const [name, value] of Object.entries(headers)) {
      if (/signature/i.test(name)) expect(value).toBeNull();
      else expect(value).toBe(seen[name.toLowerCase()]);
    }
    expect(Object.keys(headers)).toHaveLength(7);
  });

  test("keeps its bodies out of the list", async () => {
    const owner = await newOwner();
    const { id } = await register(owner, URL);
    await pin(owner);
    const { data } = await listDeliveriesInShort(owner, { id, limit: 20 });
    expect(Object.keys(data[0]!)).not.toContain("requestBody");
    expect(Object.keys(data[0]!)).not.toContain("responseBody");
  });
});
