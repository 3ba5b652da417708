import { describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { deliver } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { rotateSecret, updateEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import {
  getEndpointOverview,
  listEndpointOverviews,
  getDelivery,
  listDeliverySummaries,
} from "@/lib/domain/consequences/webhooks/queries";
import { database } from "@/lib/infra/database/db";
import { asOfNow, deliveriesOf, later, newOwner, publishPost, register } from "./owner";
import { startReceiver } from "./receiver";

const URL = "https://receiver.example/hooks";
const NOON = new Date("2026-11-21T12:00:00.000Z");

/** Creates deliveries that ended `days` days before noon, as the overview sees them. */
async function ended(owner: Context, endpointId: string, days: number, status: "delivered" | "failed", count: number) {
  for (let index = 0; index < count; index++) await publishPost(owner);
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
  test("counts the deliveries of the last seven days by day, without pending ones", async () => {
    const owner = { ...(await newOwner()), now: NOON };
    const { id } = await register(owner, URL);
    await ended(owner, id, 0, "delivered", 2);
    await ended(owner, id, 0, "failed", 1);
    await ended(owner, id, 6, "delivered", 1);
    await ended(owner, id, 7, "failed", 1);
    await publishPost(owner);
    const { days, waiting } = await getEndpointOverview(owner, { id });
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

  test("shows the latest attempt", async () => {
    const owner = await newOwner();
    const receiver = await startReceiver((response) => response.writeHead(503).end("full"));
    const { id } = await register(owner, receiver.url);
    expect((await getEndpointOverview(owner, { id })).lastAttempt).toBeNull();
    await publishPost(owner);
    const [delivery] = await deliveriesOf(id);
    await deliver(asOfNow(owner), delivery!.id);
    await receiver.stop();
    expect((await getEndpointOverview(owner, { id })).lastAttempt).toMatchObject({
      responseStatus: 503,
      error: "The receiver answered 503.",
    });
  });

  test("shows when the old secret stops signing, until it does", async () => {
    const owner = await newOwner();
    const { id } = await register(owner, URL);
    await rotateSecret(owner, { id, graceSeconds: 60 });
    const endsAt = new Date(owner.now.getTime() + 60_000).toISOString();
    expect((await getEndpointOverview(owner, { id })).oldSecretEndsAt).toBe(endsAt);
    expect((await getEndpointOverview(later(owner, 60_000), { id })).oldSecretEndsAt).toBeNull();
  });

  test("contains no secret, and no reason if the owner disabled the endpoint", async () => {
    const owner = await newOwner();
    const { id, secret } = await register(owner, URL);
    await updateEndpoint(owner, { id, enabled: false });
    const overview = await getEndpointOverview(owner, { id });
    expect(overview).toMatchObject({ enabled: false, disabledReason: null });
    expect(Object.keys(overview)).not.toContain("secret");
    expect(JSON.stringify(overview)).not.toContain(secret.slice(6));
  });
});

describe("a stranger", () => {
  test("sees nothing of an endpoint or its deliveries, as if they did not exist", async () => {
    const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
    const [{ id }, other] = await Promise.all([register(owner, URL), register(stranger, URL)]);
    await publishPost(owner);
    const [delivery] = await deliveriesOf(id);
    expect((await listEndpointOverviews(stranger)).map((endpoint) => endpoint.id)).toEqual([other.id]);
    for (const asked of [id, "whe_never"]) {
      await expect(getEndpointOverview(stranger, { id: asked })).rejects.toMatchObject({ code: "not_found" });
      await expect(listDeliverySummaries(stranger, { id: asked, limit: 20 })).rejects.toMatchObject({
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

describe("a delivery's details", () => {
  test("show the headers of its last attempt as the receiver saw them, without signatures", async () => {
    const owner = await newOwner();
    const receiver = await startReceiver();
    const { id } = await register(owner, receiver.url);
    await publishPost(owner);
    const [delivery] = await deliveriesOf(id);
    const headersNow = async () =>
      Object.fromEntries(
        (await getDelivery(owner, { id, deliveryId: delivery!.id })).requestHeaders.map(({ name, value }) => [
          name,
          value,
        ]),
      );
    expect(await headersNow()).toMatchObject({ "X-Service-Event": "post.created", "X-Service-Timestamp": null });
    await deliver(asOfNow(owner), delivery!.id);
    await receiver.stop();
    const headers = await headersNow();
    const seen = receiver.received[0]!.headers;
    for (const [name, value] of Object.entries(headers)) {
      if (/signature/i.test(name)) expect(value).toBeNull();
      else expect(value).toBe(seen[name.toLowerCase()]);
    }
    expect(Object.keys(headers)).toHaveLength(7);
  });

  test("have the bodies, which the list leaves out", async () => {
    const owner = await newOwner();
    const { id } = await register(owner, URL);
    await publishPost(owner);
    const [delivery] = await deliveriesOf(id);
    expect(await getDelivery(owner, { id, deliveryId: delivery!.id })).toMatchObject({ requestBody: delivery!.body });
    const { data } = await listDeliverySummaries(owner, { id, limit: 20 });
    expect(Object.keys(data[0]!)).not.toContain("requestBody");
    expect(Object.keys(data[0]!)).not.toContain("responseBody");
  });
});
