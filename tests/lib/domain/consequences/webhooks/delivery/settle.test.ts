import { describe, expect, test } from "vitest";
import { deleteEndpoint, updateEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { attemptDelivery } from "@/lib/domain/consequences/webhooks/delivery/attempt";
import { claimDelivery } from "@/lib/domain/consequences/webhooks/delivery/claim";
import { deliver, settleAttempt, settleFailure } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { ATTEMPT_LEASE_MS } from "@/lib/domain/consequences/webhooks/rules";
import { answering, setUpWebhooks } from "@/tests/lib/domain/consequences/webhooks/delivery-fixture";
import { advanceTime, asOfNow, endpointRow } from "@/tests/lib/domain/consequences/webhooks/owner";
import { eventually } from "@/tests/support/eventually";

const { oneDelivery } = setUpWebhooks();

describe("an attempt in progress", () => {
  test("keeps its outcome when its endpoint is disabled meanwhile, and is not retried", async () => {
    for (const [status, outcome] of [
      [200, "delivered"],
      [500, "failed"],
    ] as const) {
      let respond = () => {};
      const { receiver, owner, endpoint, row, id } = await oneDelivery(
        (response) => void (respond = () => response.writeHead(status).end()),
      );
      const attempt = deliver(asOfNow(owner), id);
      await eventually(() => expect(receiver.received).toHaveLength(1));
      await updateEndpoint(asOfNow(owner), { id: endpoint.id, enabled: false });
      respond();
      await attempt;
      expect(await row()).toMatchObject({
        status: outcome,
        attempts: 1,
        responseStatus: status,
        leaseToken: null,
        nextAttemptAt: null,
      });
      expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 0, enabled: false });
    }
  });

  test("is not retried when its endpoint is disabled and re-enabled meanwhile", async () => {
    const { owner, endpoint, row, id } = await oneDelivery(answering(500));
    const sent = await attemptDelivery((await claimDelivery(asOfNow(owner), id))!, new Date());
    for (const enabled of [false, true]) await updateEndpoint(asOfNow(owner), { id: endpoint.id, enabled });
    expect(await settleFailure(asOfNow(owner), sent)).toBe(true);
    expect(await row()).toMatchObject({
      status: "failed",
      attempts: 1,
      responseStatus: 500,
      nextAttemptAt: null,
      leaseToken: null,
    });
  });

  test("ends quietly when its endpoint is deleted meanwhile", async () => {
    let fail = () => {};
    const { receiver, owner, endpoint, id } = await oneDelivery(
      (response) => void (fail = () => response.writeHead(500).end()),
    );
    const attempt = deliver(asOfNow(owner), id);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await deleteEndpoint(asOfNow(owner), { id: endpoint.id });
    fail();
    expect(await attempt).toEqual({ state: "final" });
  });

  test("is discarded if another holder has taken over its lease", async () => {
    for (const status of [500, 200]) {
      const { owner, endpoint, row, id } = await oneDelivery(answering(status));
      const mine = (await claimDelivery(asOfNow(owner), id))!;
      await advanceTime(endpoint.id, ATTEMPT_LEASE_MS + 1000);
      const theirs = (await claimDelivery(asOfNow(owner), id))!;
      await settleAttempt(asOfNow(owner), await attemptDelivery(mine, new Date()));
      expect(await row()).toMatchObject({ status: "pending", attempts: 0, leaseToken: theirs.leaseToken, error: null });
    }
  });
});
