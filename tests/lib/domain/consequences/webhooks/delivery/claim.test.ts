import { describe, expect, test } from "vitest";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { attemptDelivery } from "@/lib/domain/consequences/webhooks/delivery/attempt";
import {
  claimDeliveries,
  claimDelivery,
  releaseEndpoints,
  renewClaims,
} from "@/lib/domain/consequences/webhooks/delivery/claim";
import { deliver, settleFailure } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { findDueEndpoints } from "@/lib/domain/consequences/webhooks/delivery/due";
import type { ClaimedDelivery } from "@/lib/domain/consequences/webhooks/delivery/lease";
import { ATTEMPT_LEASE_MS, WORKER_LEASE_MS } from "@/lib/domain/consequences/webhooks/rules";
import { answering, setUpWebhooks } from "@/tests/lib/domain/consequences/webhooks/delivery-fixture";
import {
  advanceTime,
  asOfNow,
  later,
  newOwner,
  publishPost,
  register,
} from "@/tests/lib/domain/consequences/webhooks/owner";

const { oneDelivery } = setUpWebhooks();

describe("a lease", () => {
  test("of a crashed process ends, and its attempt is not counted", async () => {
    const { receiver, owner, endpoint, row, id } = await oneDelivery();
    expect(await claimDelivery(asOfNow(owner), id)).toBeDefined();
    expect(await deliver(asOfNow(owner), id)).toMatchObject({ state: "waiting" });
    expect(receiver.received).toEqual([]);
    await advanceTime(endpoint.id, ATTEMPT_LEASE_MS + 1000);
    await deliver(asOfNow(owner), id);
    expect(receiver.received).toHaveLength(1);
    expect(await row()).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("and a due time are correct for machines whose clocks differ by an hour", async () => {
    const { receiver, owner, endpoint, row, id } = await oneDelivery(answering(500));
    const [ahead, behind] = [3_600_000, -3_600_000].map((ms) => later(asOfNow(owner), ms));
    const leased = (await claimDelivery(behind!, id))!;
    expect(await claimDelivery(ahead!, id)).toBeUndefined();
    await settleFailure(ahead!, await attemptDelivery(leased, ahead!.now));
    const wait = (await row()).nextAttemptAt!.getTime() - Date.now();
    expect(wait).toBeGreaterThan(46_000);
    expect(wait).toBeLessThan(73_000);
    expect(await deliver(ahead!, id)).toMatchObject({ state: "waiting" });
    expect(receiver.received).toHaveLength(1);
    await createPost(ahead!, { content: "From the future", audience: "PUBLIC" });
    expect((await claimDeliveries(behind!, "a", [{ endpointId: endpoint.id, limit: 8 }])).deliveries).toHaveLength(1);
    expect(await claimDeliveries(ahead!, "b", [{ endpointId: endpoint.id, limit: 8 }])).toEqual({
      deliveries: [],
      contended: [endpoint.id],
    });
  });

  test("that another holder has taken over is not renewed, and its former holder learns it", async () => {
    const owner = await newOwner();
    const { id } = await register(owner, "http://127.0.0.1:9/");
    await publishPost(owner, "One");
    await publishPost(owner, "Two");
    const { deliveries: leased } = await claimDeliveries(asOfNow(owner), "a", [{ endpointId: id, limit: 2 }]);
    await advanceTime(id, WORKER_LEASE_MS + 1000);
    await claimDelivery(asOfNow(owner), leased[0]!.id);
    const [lost, kept] = leased.map(({ leasedUntilMs }) => leasedUntilMs);
    await renewClaims(asOfNow(owner), "a", leased);
    expect(leased[0]!.leasedUntilMs).toBe(lost);
    expect(leased[1]!.leasedUntilMs).toBeGreaterThan(kept!);
  });
});

describe("an endpoint", () => {
  const queue = async (count: number) => {
    const owner = await newOwner();
    const { id } = await register(owner, "http://127.0.0.1:9/");
    for (let post = 0; post < count; post += 1) await publishPost(owner, `Post ${post}`);
    return { owner, id };
  };
  const sequences = (leased: ClaimedDelivery[]) =>
    leased.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);

  test("is claimed by one worker, however many try at once, in the order of its sequence", async () => {
    const { owner, id } = await queue(12);
    const claims = await Promise.all(
      ["a", "b", "c", "d"].map((worker) => claimDeliveries(asOfNow(owner), worker, [{ endpointId: id, limit: 8 }])),
    );
    expect(
      claims.map(({ deliveries }) => sequences(deliveries)).sort((one, other) => one.length - other.length),
    ).toEqual([[], [], [], [1, 2, 3, 4, 5, 6, 7, 8]]);
    expect(claims.filter(({ contended }) => contended.includes(id))).toHaveLength(3);
  });

  test("can be claimed by another worker when it is released, or when its worker has crashed", async () => {
    const { owner, id } = await queue(3);
    const claim = async (worker: string) =>
      sequences((await claimDeliveries(asOfNow(owner), worker, [{ endpointId: id, limit: 1 }])).deliveries);
    expect(await claim("a")).toEqual([1]);
    expect(await claim("b")).toEqual([]);
    expect(await findDueEndpoints(asOfNow(owner), "b")).not.toContain(id);
    await releaseEndpoints(asOfNow(owner), "a", [id]);
    expect(await findDueEndpoints(asOfNow(owner), "b")).toContain(id);
    expect(await claim("b")).toEqual([2]);
    await advanceTime(id, WORKER_LEASE_MS + 1000);
    expect(await claim("c")).toEqual([1]);
  });
});
