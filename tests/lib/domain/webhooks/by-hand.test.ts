import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import { attemptDelivery } from "@/lib/domain/webhooks/attempt";
import { redeliver, sendTest } from "@/lib/domain/webhooks/by-hand";
import { rotateSecret, updateEndpoint } from "@/lib/domain/webhooks/commands";
import { leaseDelivery } from "@/lib/domain/webhooks/lease";
import { listDeliveries } from "@/lib/domain/webhooks/queries";
import { env } from "@/lib/infra/env";
import { atOnce, deliveriesOf, endpointRow, later, newOwner, pin, register } from "./owner";
import { startReceiver } from "./receiver";

const before = { ...env().webhooks };
const stops: (() => Promise<void>)[] = [];
beforeEach(
  () =>
    void Object.assign(env().webhooks, { allowPrivateTargets: true, backoffSeconds: [0, 60, 300, 1800, 7200, 21_600] }),
);
afterEach(async () => {
  Object.assign(env().webhooks, before);
  for (const stop of stops.splice(0)) await stop();
});

async function endpointAt(status: () => number) {
  const receiver = await startReceiver((response) => void response.writeHead(status()).end("answer"));
  stops.push(receiver.stop);
  const owner = await newOwner();
  return { receiver, owner, endpoint: await register(owner, receiver.url, ["post.created"]) };
}

describe("a test", () => {
  test("is sent once whatever the filter, and harms nothing when it fails", async () => {
    const { receiver, owner, endpoint } = await endpointAt(() => 500);
    const sent = await sendTest(atOnce(owner), endpoint);
    expect(sent).toMatchObject({ event: "webhook.test", status: "pending", attempts: 0 });
    expect(await attemptDelivery(atOnce(owner), sent.id)).toEqual({ state: "over" });
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

  test("needs an endpoint that is enabled, and one's own", async () => {
    const { owner, endpoint } = await endpointAt(() => 200);
    await expect(sendTest(await newOwner(), endpoint)).rejects.toMatchObject({ code: "not_found" });
    await updateEndpoint(atOnce(owner), { id: endpoint.id, enabled: false });
    await expect(sendTest(atOnce(owner), endpoint)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a redelivery", () => {
  test("of what was given up sends the same body with the same id, once, and never harms the endpoint", async () => {
    let status = 410;
    const { receiver, owner, endpoint } = await endpointAt(() => status);
    await pin(owner);
    const deliveryId = (await deliveriesOf(endpoint.id))[0]!.id;
    await attemptDelivery(atOnce(owner), deliveryId);
    await updateEndpoint(atOnce(owner), { id: endpoint.id, enabled: true });
    for (const [answer, fate] of [
      [410, "failed"],
      [500, "failed"],
      [200, "delivered"],
      [500, "delivered"],
    ] as const) {
      status = answer;
      expect(await redeliver(atOnce(owner), { id: endpoint.id, deliveryId })).toMatchObject({
        id: deliveryId,
        status: "pending",
      });
      expect(await attemptDelivery(atOnce(owner), deliveryId)).toEqual({ state: "over" });
      expect((await deliveriesOf(endpoint.id))[0]).toMatchObject({ status: fate, responseStatus: answer });
      expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 0, enabled: true });
    }
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect((await deliveriesOf(endpoint.id))[0]!.attemptLog).toHaveLength(5);
  });

  test("of what waits sends it now, and leaves it its schedule", async () => {
    const { receiver, owner, endpoint } = await endpointAt(() => 500);
    await pin(owner);
    const deliveryId = (await deliveriesOf(endpoint.id))[0]!.id;
    await attemptDelivery(atOnce(owner), deliveryId);
    await redeliver(atOnce(owner), { id: endpoint.id, deliveryId });
    expect(await attemptDelivery(atOnce(owner), deliveryId)).toMatchObject({ state: "waiting" });
    expect(receiver.received).toHaveLength(2);
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 1 });
    const [row] = await deliveriesOf(endpoint.id);
    expect(row).toMatchObject({ status: "pending", attempts: 2, manual: false });
    expect(row!.nextAttemptAt!.getTime() - Date.now()).toBeGreaterThan(230_000);
  });

  test("of what is being sent just now changes nothing", async () => {
    const { owner, endpoint } = await endpointAt(() => 200);
    await pin(owner);
    const deliveryId = (await deliveriesOf(endpoint.id))[0]!.id;
    const leased = await leaseDelivery(atOnce(owner), deliveryId);
    expect(await redeliver(atOnce(owner), { id: endpoint.id, deliveryId })).toMatchObject({
      id: deliveryId,
      status: "pending",
    });
    expect((await deliveriesOf(endpoint.id))[0]).toMatchObject({
      leaseToken: leased!.leaseToken,
      manual: false,
      once: false,
    });
  });

  test("is not found where there is none", async () => {
    const { owner, endpoint } = await endpointAt(() => 200);
    await pin(owner);
    const deliveryId = (await deliveriesOf(endpoint.id))[0]!.id;
    await expect(redeliver(atOnce(owner), { id: endpoint.id, deliveryId: "whd_never" })).rejects.toMatchObject({
      code: "not_found",
    });
    const other = await register(owner, "http://127.0.0.1:9/");
    await expect(redeliver(atOnce(owner), { id: other.id, deliveryId })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a rotated secret", () => {
  test("signs beside the old one for the grace period, and alone after it", async () => {
    const { receiver, owner, endpoint } = await endpointAt(() => 200);
    const { secret } = await rotateSecret(atOnce(owner), { id: endpoint.id, graceSeconds: 60 });
    expect(secret).not.toBe(endpoint.secret);
    const deliver = async (ms: number) => {
      const sent = await sendTest(atOnce(owner), endpoint);
      await attemptDelivery(later(atOnce(owner), ms), sent.id);
      return receiver.received.at(-1)!;
    };
    const during = await deliver(0);
    expect(during.headers["x-service-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const each of [secret, endpoint.secret])
      expect(new Webhook(each).verify(during.body, during.headers)).toBeTruthy();
    const afterwards = await deliver(61_000);
    expect(new Webhook(secret).verify(afterwards.body, afterwards.headers)).toBeTruthy();
    expect(() => new Webhook(endpoint.secret).verify(afterwards.body, afterwards.headers)).toThrow();
  });

  test("with no grace ends the old one at once", async () => {
    const { receiver, owner, endpoint } = await endpointAt(() => 200);
    const { secret } = await rotateSecret(atOnce(owner), { id: endpoint.id, graceSeconds: 0 });
    await attemptDelivery(atOnce(owner), (await sendTest(atOnce(owner), endpoint)).id);
    const { body, headers } = receiver.received[0]!;
    expect(headers["webhook-signature"]!.split(" ")).toHaveLength(1);
    expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
  });
});

test("the log of deliveries has what was sent and what was said, page by page", async () => {
  const { owner, endpoint } = await endpointAt(() => 200);
  for (const content of ["One", "Two", "Three"]) await pin(owner, content);
  for (const { id } of await deliveriesOf(endpoint.id)) await attemptDelivery(atOnce(owner), id);
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
