import { expect, test } from "vitest";
import type { LeasedDelivery } from "@/lib/domain/webhooks/lease";
import { Lanes } from "@/lib/jobs/lanes";

const ENDPOINT = "whe_1";
const leased = (heldForMs: number) =>
  ({ endpointId: ENDPOINT, heldUntil: performance.now() + heldForMs }) as LeasedDelivery;

function holding(...deliveries: LeasedDelivery[]): Lanes {
  const lanes = new Lanes();
  lanes.want(ENDPOINT);
  lanes.load(lanes.wishes(), deliveries);
  return lanes;
}

test("what is held is sent in its order, and known as long as it is not written down", () => {
  const deliveries = [leased(60_000), leased(60_000)];
  const lanes = holding(...deliveries);
  expect([lanes.next(), lanes.next(), lanes.next()]).toEqual([...deliveries, undefined]);
  expect(lanes.endingWithin(30_000)).toEqual([]);
  expect(lanes.endingWithin(90_000)).toEqual(deliveries);
});

test("what was held until its lease ended is not sent, goes back, and is wanted again", () => {
  const deliveries = [leased(60_000), leased(-1)];
  const lanes = holding(...deliveries);
  expect(lanes.next()).toBeUndefined();
  expect(lanes.unloadStale()).toEqual(deliveries);
  expect(lanes.wishes()).toEqual([{ endpointId: ENDPOINT, deliveries: 8 }]);
});
