import { describe, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import { deliver } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { redeliver, sendTestEvent } from "@/lib/domain/consequences/webhooks/delivery/commands";
import { rotateSecret, updateEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { claimDelivery } from "@/lib/domain/consequences/webhooks/delivery/claim";
import { listDeliveries } from "@/lib/domain/consequences/webhooks/queries";
import { setUpWebhooks } from "@/tests/lib/domain/consequences/webhooks/delivery-fixture";
import {
  asOfNow,
  deliveriesOf,
  endpointRow,
  later,
  newOwner,
  publishPost,
  register,
} from "@/tests/lib/domain/consequences/webhooks/owner";

const webhooks = setUpWebhooks();

async function endpointAt(status: () => number) {
  const receiver = await webhooks.receiver((response) => void response.writeHead(status()).end("answer"));
  const owner = await newOwner();
  return { receiver, owner, endpoint: await register(owner, receiver.url, ["post.created"]) };
}

describe("a test event", () => {
  test("is sent once whatever the endpoint subscribes to, and never counts against its health", async () => {
    const { receiver, owner, endpoint } = await endpointAt(() => 500);
    const sent = await sendTestEvent(asOfNow(owner), endpoint);
    expect(sent).toMatchObject({ event: "webhook.test", status: "pending", attempts: 0 });
    expect(await deliver(asOfNow(owner), sent.id)).toEqual({ state: "final" });
    expect(JSON.parse(receiver.received[0]!.body)).toEqual({
      id: sent.id,
      event: "webhook.test",
      created: expect.any(String),
      data: { endpointId: endpoint.id },
      eventId: null,
      sequence: 1,
    });
    expect((await deliveriesOf(endpoint.id))[0]).toMatchObject({ status: "failed", attempts: 1 });
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 0, exhaustedCount: 0 });
  });

  test("needs an enabled endpoint of the caller's own", async () => {
    const { owner, endpoint } = await endpointAt(() => 200);
    await expect(sendTestEvent(await newOwner(), endpoint)).rejects.toMatchObject({ code: "not_found" });
    await updateEndpoint(asOfNow(owner), { id: endpoint.id, enabled: false });
    await expect(sendTestEvent(asOfNow(owner), endpoint)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a redelivery", () => {
  test("of a final delivery sends the same body and id, once, and never counts against its health", async () => {
    let status = 410;
    const { receiver, owner, endpoint } = await endpointAt(() => status);
    await publishPost(owner);
    const deliveryId = (await deliveriesOf(endpoint.id))[0]!.id;
    await deliver(asOfNow(owner), deliveryId);
    await updateEndpoint(asOfNow(owner), { id: endpoint.id, enabled: true });
    for (const [answer, outcome] of [
      [410, "failed"],
      [500, "failed"],
      [200, "delivered"],
      [500, "delivered"],
    ] as const) {
      status = answer;
      expect(await redeliver(asOfNow(owner), { id: endpoint.id, deliveryId })).toMatchObject({
        id: deliveryId,
        status: "pending",
      });
      expect(await deliver(asOfNow(owner), deliveryId)).toEqual({ state: "final" });
      expect((await deliveriesOf(endpoint.id))[0]).toMatchObject({ status: outcome, responseStatus: answer });
      expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 0, enabled: true });
    }
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect((await deliveriesOf(endpoint.id))[0]!.attemptLog).toHaveLength(5);
  });

  test("of a pending delivery sends it now and keeps its schedule", async () => {
    const { receiver, owner, endpoint } = await endpointAt(() => 500);
    await publishPost(owner);
    const deliveryId = (await deliveriesOf(endpoint.id))[0]!.id;
    await deliver(asOfNow(owner), deliveryId);
    await redeliver(asOfNow(owner), { id: endpoint.id, deliveryId });
    expect(await deliver(asOfNow(owner), deliveryId)).toMatchObject({ state: "waiting" });
    expect(receiver.received).toHaveLength(2);
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 1 });
    const [row] = await deliveriesOf(endpoint.id);
    expect(row).toMatchObject({ status: "pending", attempts: 2, manual: false });
    expect(row!.nextAttemptAt!.getTime() - Date.now()).toBeGreaterThan(230_000);
  });

  test("of a delivery in progress changes nothing", async () => {
    const { owner, endpoint } = await endpointAt(() => 200);
    await publishPost(owner);
    const deliveryId = (await deliveriesOf(endpoint.id))[0]!.id;
    const leased = await claimDelivery(asOfNow(owner), deliveryId);
    expect(await redeliver(asOfNow(owner), { id: endpoint.id, deliveryId })).toMatchObject({
      id: deliveryId,
      status: "pending",
    });
    expect((await deliveriesOf(endpoint.id))[0]).toMatchObject({
      leaseToken: leased!.leaseToken,
      manual: false,
      once: false,
    });
  });

  test("of an unknown or another endpoint's delivery is not found", async () => {
    const { owner, endpoint } = await endpointAt(() => 200);
    await publishPost(owner);
    const deliveryId = (await deliveriesOf(endpoint.id))[0]!.id;
    await expect(redeliver(asOfNow(owner), { id: endpoint.id, deliveryId: "whd_never" })).rejects.toMatchObject({
      code: "not_found",
    });
    const other = await register(owner, "http://127.0.0.1:9/");
    await expect(redeliver(asOfNow(owner), { id: other.id, deliveryId })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a rotated secret", () => {
  test("signs beside the old one for the grace period, and alone after it", async () => {
    const { receiver, owner, endpoint } = await endpointAt(() => 200);
    const { secret } = await rotateSecret(asOfNow(owner), { id: endpoint.id, graceSeconds: 60 });
    expect(secret).not.toBe(endpoint.secret);
    const deliverTest = async (ms: number) => {
      const sent = await sendTestEvent(asOfNow(owner), endpoint);
      await deliver(later(asOfNow(owner), ms), sent.id);
      return receiver.received.at(-1)!;
    };
    const during = await deliverTest(0);
    expect(during.headers["x-service-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const each of [secret, endpoint.secret])
      expect(new Webhook(each).verify(during.body, during.headers)).toBeTruthy();
    const afterwards = await deliverTest(61_000);
    expect(new Webhook(secret).verify(afterwards.body, afterwards.headers)).toBeTruthy();
    expect(() => new Webhook(endpoint.secret).verify(afterwards.body, afterwards.headers)).toThrow();
  });

  test("without a grace period replaces the old one at once", async () => {
    const { receiver, owner, endpoint } = await endpointAt(() => 200);
    const { secret } = await rotateSecret(asOfNow(owner), { id: endpoint.id, graceSeconds: 0 });
    await deliver(asOfNow(owner), (await sendTestEvent(asOfNow(owner), endpoint)).id);
    const { body, headers } = receiver.received[0]!;
    expect(headers["webhook-signature"]!.split(" ")).toHaveLength(1);
    expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
  });
});

test("the delivery log has the bodies of requests and responses, page by page", async () => {
  const { owner, endpoint } = await endpointAt(() => 200);
  for (const content of ["One", "Two", "Three"]) await publishPost(owner, content);
  for (const { id } of await deliveriesOf(endpoint.id)) await deliver(asOfNow(owner), id);
  const first = await listDeliveries(owner, { id: endpoint.id, limit: 2 });
  expect(first.data).toMatchObject([
    { sequence: 3 },
    {
      sequence: 2,
      status: "delivered",
      responseBody: "answer",
      requestBody: expect.stringContaining('"sequence":2'),
      eventId: expect.stringMatching(/^evt_/),
      attemptLog: [{ responseStatus: 200 }],
    },
  ]);
  const second = await listDeliveries(owner, { id: endpoint.id, limit: 2, cursor: first.nextCursor! });
  expect(second).toMatchObject({ data: [{ sequence: 1 }], nextCursor: null });
  await expect(listDeliveries(await newOwner(), { id: endpoint.id, limit: 2 })).rejects.toMatchObject({
    code: "not_found",
  });
});
