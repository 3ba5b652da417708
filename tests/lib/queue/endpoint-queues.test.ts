import { expect, test } from "vitest";
import type { ClaimedDelivery } from "@/lib/domain/consequences/webhooks/delivery/lease";
import { EndpointQueues } from "@/lib/queue/endpoint-queues";

const ENDPOINT = "whe_1";
const claimed = (leasedForMs = 60_000, endpointId = ENDPOINT) =>
  ({ endpointId, leasedUntilMs: performance.now() + leasedForMs }) as ClaimedDelivery;

function queuesWith(...deliveries: ClaimedDelivery[]): EndpointQueues {
  const queues = new EndpointQueues(() => true);
  for (const { endpointId } of deliveries) queues.notify(endpointId);
  queues.endClaims(queues.startClaims(), deliveries);
  return queues;
}

test("attempts claimed deliveries in their order, and renews them until they are settled", () => {
  const deliveries = [claimed(), claimed()];
  const queues = queuesWith(...deliveries);
  expect([queues.startAttempt(), queues.startAttempt(), queues.startAttempt()]).toEqual([...deliveries, undefined]);
  expect(queues.expiringWithin(30_000)).toEqual([]);
  expect(queues.expiringWithin(90_000)).toEqual(deliveries);
  queues.endAttempt(deliveries[0]!);
  expect(queues.expiringWithin(90_000)).toHaveLength(2);
  queues.settle(deliveries[0]!);
  expect(queues.expiringWithin(90_000)).toEqual([deliveries[1]]);
});

test("attempts nothing whose lease has ended: the queue's deliveries are released and claimed again", () => {
  const deliveries = [claimed(), claimed(-1)];
  const queues = queuesWith(...deliveries);
  expect(queues.startAttempt()).toBeUndefined();
  expect(queues.releaseExpired()).toEqual(deliveries);
  expect(queues.startClaims()).toEqual([{ endpointId: ENDPOINT, limit: 8 }]);
});

test("attempts deliveries of different endpoints in turn", () => {
  const [a1, a2, b1, b2] = [claimed(), claimed(), claimed(60_000, "whe_2"), claimed(60_000, "whe_2")];
  const queues = queuesWith(a1, a2, b1, b2);
  expect([1, 2, 3, 4].map(() => queues.startAttempt())).toEqual([a1, b1, a2, b2]);
});

test("attempts at most eight deliveries of an endpoint at once", () => {
  const queues = queuesWith(...Array.from({ length: 9 }, () => claimed()));
  const started = Array.from({ length: 8 }, () => queues.startAttempt()!);
  expect(queues.startAttempt()).toBeUndefined();
  queues.endAttempt(started[0]!);
  expect(queues.startAttempt()).toBeDefined();
});

test("claims again only after a full claim or a notification during the claim", () => {
  const queues = new EndpointQueues(() => true);
  queues.notify(ENDPOINT);
  const full = queues.startClaims();
  const eight = Array.from({ length: 8 }, () => claimed());
  queues.endClaims(full, eight);
  for (const delivery of eight) queues.settle(queues.startAttempt() ?? delivery);
  const interrupted = queues.startClaims();
  expect(interrupted).toEqual([{ endpointId: ENDPOINT, limit: 16 }]);
  queues.notify(ENDPOINT);
  queues.endClaims(interrupted, []);
  const last = queues.startClaims();
  expect(last).toHaveLength(1);
  expect(queues.removeFinished()).toEqual([]);
  queues.endClaims(last, []);
  expect(queues.startClaims()).toEqual([]);
  expect(queues.removeFinished()).toEqual([ENDPOINT]);
  expect(queues.isEmpty).toBe(true);
});

test("shares its capacity evenly among the endpoints that claim at once", () => {
  const queues = new EndpointQueues(() => true);
  for (let n = 0; n < 256; n += 1) queues.notify(`whe_${n}`);
  const requests = queues.startClaims();
  expect(requests).toHaveLength(256);
  expect(new Set(requests.map(({ limit }) => limit))).toEqual(new Set([2]));
});

test("returns every claimed delivery when it closes, and claims nothing more", () => {
  const deliveries = [claimed(), claimed(60_000, "whe_2")];
  const queues = queuesWith(...deliveries);
  queues.notify(ENDPOINT);
  expect(queues.close()).toEqual(deliveries);
  expect(queues.startClaims()).toEqual([]);
  expect(queues.removeFinished()).toEqual([ENDPOINT, "whe_2"]);
});
