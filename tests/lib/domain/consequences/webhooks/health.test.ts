import { describe, expect, test, vi } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { updateEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { attemptDelivery } from "@/lib/domain/consequences/webhooks/delivery/attempt";
import { claimDelivery } from "@/lib/domain/consequences/webhooks/delivery/claim";
import { deliver, settleSuccesses } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { getEndpoint, getEndpointOverview } from "@/lib/domain/consequences/webhooks/queries";
import { ATTEMPT_LEASE_MS } from "@/lib/domain/consequences/webhooks/rules";
import { database } from "@/lib/infra/database/db";
import { log } from "@/lib/infra/log/log";
import { answering, deliverUntilFinal, setUpWebhooks } from "./delivery-fixture";
import { advanceTime, asOfNow, deliveriesOf, endpointRow, publishPost } from "./owner";

const { oneDelivery } = setUpWebhooks();

describe("an endpoint's health", () => {
  const failing = async (owner: Context, endpointId: string, deliveries: number) => {
    for (let count = 0; count < deliveries; count += 1) await publishPost(owner, `Post ${count}`);
    for (const { id } of await deliveriesOf(endpointId)) await deliverUntilFinal(owner, endpointId, id);
  };
  const notifications = (owner: Context) =>
    database().prisma.notification.findMany({ where: { userId: owner.actor.id, type: "SYSTEM" } });

  test("disables it after twenty failures in a row and three exhausted deliveries, with a notification before and one then", async () => {
    const { owner, endpoint } = await oneDelivery(answering(500));
    await failing(owner, endpoint.id, 4);
    const row = await endpointRow(endpoint.id);
    expect(row).toMatchObject({
      enabled: false,
      failureCount: 20,
      disabledReason: "20 attempts in a row failed. The receiver answered 500.",
    });
    expect((await deliveriesOf(endpoint.id)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ["failed", 6],
      ["failed", 6],
      ["failed", 6],
      ["failed", 2],
      ["failed", 0],
    ]);
    expect((await notifications(owner)).map(({ preview }) => preview).sort()).toEqual([
      expect.stringMatching(/keeps failing: 10 attempts in a row failed\. The receiver answered 500\./),
      expect.stringMatching(/was disabled\. 20 attempts/),
    ]);
    expect((await notifications(owner)).map(({ link }) => link)).toEqual(
      Array(2).fill(`/settings/developer/webhooks/${endpoint.id}`),
    );
  });

  test("is reset by one success", async () => {
    let status = 500;
    const { owner, endpoint } = await oneDelivery((response) => void response.writeHead(status).end());
    await failing(owner, endpoint.id, 1);
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 12, exhaustedCount: 2 });
    status = 204;
    await failing(owner, endpoint.id, 1);
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 0, exhaustedCount: 0, enabled: true });
  });

  test("is reset together with the success that resets it, or neither is written, even if the connection is killed in between", async () => {
    const { owner, endpoint, row, id } = await oneDelivery();
    await database().prisma.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { failureCount: 12, exhaustedCount: 2 },
    });
    const sent = await attemptDelivery((await claimDelivery(asOfNow(owner), id))!, new Date());
    await killedWaitingFor(endpoint.id, () => settleSuccesses(asOfNow(owner), [sent]));
    expect(await row()).toMatchObject({ status: "pending", attempts: 0 });
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 12, exhaustedCount: 2 });
    await settleSuccesses(asOfNow(owner), [sent]);
    expect(await row()).toMatchObject({ status: "delivered", attempts: 1 });
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 0, exhaustedCount: 0 });
  });

  test("is not reset by a success whose lease another holder has taken over", async () => {
    const { owner, endpoint, id } = await oneDelivery();
    await database().prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { failureCount: 12 } });
    const sent = await attemptDelivery((await claimDelivery(asOfNow(owner), id))!, new Date());
    await advanceTime(endpoint.id, ATTEMPT_LEASE_MS + 1000);
    await claimDelivery(asOfNow(owner), id);
    await settleSuccesses(asOfNow(owner), [sent]);
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 12 });
  });

  test("says since when nothing is queued while it is disabled, and each such time afterwards", async () => {
    const { owner, endpoint } = await oneDelivery(answering(410));
    const { id } = endpoint;
    const gaps = async () => (await getEndpoint(asOfNow(owner), { id })).gaps;
    expect(await gaps()).toEqual([]);
    const before = new Date().toISOString();
    await deliver(asOfNow(owner), (await deliveriesOf(id))[0]!.id);
    const [open] = await gaps();
    expect(open).toEqual({ from: expect.any(String), to: null });
    expect(open!.from >= before).toBe(true);
    expect(await gaps()).toEqual((await getEndpointOverview(asOfNow(owner), { id })).gaps);
    await updateEndpoint(asOfNow(owner), { id, enabled: true });
    await updateEndpoint(asOfNow(owner), { id, enabled: true });
    const [first] = await gaps();
    expect(await gaps()).toEqual([{ from: open!.from, to: expect.any(String) }]);
    await updateEndpoint(asOfNow(owner), { id, enabled: false });
    await updateEndpoint(asOfNow(owner), { id, enabled: false });
    expect(await gaps()).toEqual([first, { from: expect.any(String), to: null }]);
  });

  test("begins a gap at the last delivery if a former release disabled it", async () => {
    const { owner, endpoint, row } = await oneDelivery();
    await database().prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { enabled: false } });
    const { lastQueuedAt } = await endpointRow(endpoint.id);
    const { gaps } = await getEndpoint(owner, { id: endpoint.id });
    expect(gaps).toEqual([{ from: lastQueuedAt!.toISOString(), to: null }]);
    expect((await row()).createdAt.getTime()).toBeLessThanOrEqual(lastQueuedAt!.getTime());
  });

  test("is reset when the owner re-enables the endpoint", async () => {
    const { owner, endpoint } = await oneDelivery(answering(500));
    await failing(owner, endpoint.id, 3);
    await updateEndpoint(asOfNow(owner), { id: endpoint.id, enabled: true });
    expect(await endpointRow(endpoint.id)).toMatchObject({
      enabled: true,
      failureCount: 0,
      exhaustedCount: 0,
      disabledReason: null,
    });
  });

  test("disables the endpoint at once when the receiver answers 410 Gone, and logs it", async () => {
    const { owner, endpoint, row, id } = await oneDelivery(answering(410));
    await publishPost(owner);
    const logged = vi.spyOn(log, "warn").mockReturnValue();
    await deliver(asOfNow(owner), id);
    expect(logged.mock.calls).toEqual([
      [
        "webhook delivery failed",
        { deliveryId: id, endpointId: endpoint.id, status: 410, attempts: 1, error: "The receiver answered 410." },
      ],
      [
        "webhook endpoint disabled",
        { endpointId: endpoint.id, deliveryId: id, failures: 1, reason: "The receiver answered 410 Gone." },
      ],
    ]);
    logged.mockRestore();
    expect(await row()).toMatchObject({
      status: "failed",
      attempts: 1,
      responseStatus: 410,
      error: "The receiver answered 410.",
    });
    expect(await endpointRow(endpoint.id)).toMatchObject({
      enabled: false,
      disabledReason: "The receiver answered 410 Gone.",
    });
    expect((await deliveriesOf(endpoint.id)).map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect(await notifications(owner)).toHaveLength(1);
  });
});

/** Runs `write` until it waits for the endpoint's row, and kills its connection there. */
async function killedWaitingFor(endpointId: string, write: () => Promise<unknown>): Promise<void> {
  const { prisma, pool } = database();
  await prisma.$transaction(async (holder) => {
    const [{ pid }] = await holder.$queryRaw<
      [{ pid: number }]
    >`SELECT pg_backend_pid() AS pid FROM "WebhookEndpoint" WHERE id = ${endpointId} FOR UPDATE`;
    const killed = expect(write()).rejects.toThrow();
    const kill = () =>
      pool.query("SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a WHERE $1 = ANY(pg_blocking_pids(a.pid))", [
        pid,
      ]);
    while ((await kill()).rowCount === 0);
    await killed;
  });
}
