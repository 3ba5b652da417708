import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { updateEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { deliver } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { answering, deliverUntilFinal, setUpWebhooks } from "@/tests/lib/domain/consequences/webhooks/delivery-fixture";
import { advanceTime, asOfNow, endpointRow } from "@/tests/lib/domain/consequences/webhooks/owner";

const webhooks = setUpWebhooks();
const { oneDelivery } = webhooks;

describe("a delivery", () => {
  test("sends the stored body, signed, and stores the response", async () => {
    const { receiver, owner, endpoint, row, id } = await oneDelivery();
    expect(await deliver(asOfNow(owner), id)).toEqual({ state: "final" });
    const delivered = await row();
    expect(delivered).toMatchObject({
      status: "delivered",
      attempts: 1,
      responseStatus: 200,
      responseBody: "thanks",
      error: null,
      nextAttemptAt: null,
      leaseToken: null,
    });
    expect(delivered.attemptLog).toEqual([
      { at: expect.any(String), responseStatus: 200, error: null, durationMs: expect.any(Number) },
    ]);
    const [request] = receiver.received;
    expect(request!.body).toBe(delivered.body);
    expect(new Webhook(endpoint.secret).verify(request!.body, request!.headers)).toMatchObject({
      id,
      event: "post.created",
      sequence: 1,
    });
    expect(request!.headers).toMatchObject({
      "x-service-delivery": id,
      "content-type": "application/json; charset=utf-8",
    });
  });

  test("is attempted once, however many workers try at the same time", async () => {
    const { receiver, owner, id } = await oneDelivery((response) => void setTimeout(() => response.end(), 50));
    await Promise.all(Array.from({ length: 12 }, () => deliver(asOfNow(owner), id)));
    expect(receiver.received).toHaveLength(1);
  });

  test("is not attempted before it is due, nor once it is final", async () => {
    const { receiver, owner, id } = await oneDelivery(answering(500));
    const progress = await deliver(asOfNow(owner), id);
    expect(await deliver(asOfNow(owner), id)).toEqual(progress);
    expect(receiver.received).toHaveLength(1);
    expect(await deliver(asOfNow(owner), "whd_never")).toEqual({ state: "final" });
  });

  test("is retried on schedule, six attempts in all, with the same id and body and a new signature each", async () => {
    const { receiver, owner, endpoint, row, id } = await oneDelivery(answering(503));
    const waits = await deliverUntilFinal(owner, endpoint.id, id);
    expect(receiver.received).toHaveLength(6);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-service-signature"])).size).toBe(6);
    const scheduled = [60, 300, 1800, 7200, 21_600];
    expect(waits).toHaveLength(scheduled.length);
    waits.forEach((wait, index) => {
      expect(wait / 1000).toBeGreaterThan(scheduled[index]! * 0.79 - 1);
      expect(wait / 1000).toBeLessThan(scheduled[index]! * 1.21);
    });
    expect(await row()).toMatchObject({
      status: "failed",
      attempts: 6,
      responseStatus: 503,
      error: "The receiver answered 503.",
      nextAttemptAt: null,
    });
    expect((await row()).attemptLog).toHaveLength(6);
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 6, exhaustedCount: 1, enabled: true });
  });

  test("fails on a redirect, which is not followed", async () => {
    const { owner, row, id } = await oneDelivery(answering(302, { Location: "/" }));
    await deliver(asOfNow(owner), id);
    expect(await row()).toMatchObject({
      status: "pending",
      responseStatus: 302,
      error: "The receiver answered 302. Redirects are not followed.",
    });
  });

  test("waits as long as the receiver's Retry-After asks, in seconds or as a date", async () => {
    for (const asked of ["90", new Date(Date.now() + 91_000).toUTCString()]) {
      const { owner, id } = await oneDelivery(answering(429, { "Retry-After": asked }));
      const progress = await deliver(asOfNow(owner), id);
      const wait = progress.state === "waiting" ? progress.until.getTime() - Date.now() : 0;
      expect(wait).toBeGreaterThan(75_000);
      expect(wait).toBeLessThan(92_000);
    }
  });

  test("is sent to the endpoint's current URL", async () => {
    const { owner, endpoint, id } = await oneDelivery(answering(500));
    const moved = await webhooks.receiver();
    await deliver(asOfNow(owner), id);
    await updateEndpoint(asOfNow(owner), { id: endpoint.id, url: moved.url });
    await advanceTime(endpoint.id, 120_000);
    await deliver(asOfNow(owner), id);
    expect(moved.received).toHaveLength(1);
  });
});
