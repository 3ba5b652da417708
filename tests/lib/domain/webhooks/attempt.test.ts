import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Webhook } from "standardwebhooks";
import type { Context } from "@/lib/domain/context";
import { createPost } from "@/lib/domain/posts/commands";
import { attemptDelivery, type Sent, sendDelivery } from "@/lib/domain/webhooks/attempt";
import { deleteEndpoint, updateEndpoint } from "@/lib/domain/webhooks/commands";
import { claimDeliveries, dueEndpoints, keepLanes, leaveLanes } from "@/lib/domain/webhooks/lanes";
import { type LeasedDelivery, leaseDelivery } from "@/lib/domain/webhooks/lease";
import { ENGINE_LEASE_MS, LEASE_MS } from "@/lib/domain/webhooks/rules";
import { settleFailure, settleSuccesses } from "@/lib/domain/webhooks/settle";
import { database } from "@/lib/infra/db";
import { env } from "@/lib/infra/env";
import { log } from "@/lib/infra/log";
import { atOnce, deliveriesOf, endpointRow, later, letPass, newOwner, pin, register } from "./owner";
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

/** Somebody with an endpoint at a receiver, and one delivery for it. */
async function oneDelivery(...behaviour: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...behaviour);
  stops.push(receiver.stop);
  const owner = await newOwner();
  const endpoint = await register(owner, receiver.url);
  await pin(owner);
  const row = async () => (await deliveriesOf(endpoint.id))[0]!;
  return { receiver, owner, endpoint, row, id: (await row()).id };
}

const answer =
  (status: number, headers: Record<string, string> = {}) =>
  (response: Parameters<NonNullable<Parameters<typeof startReceiver>[0]>>[0]) =>
    void response.writeHead(status, headers).end("no");

/** Attempts as an engine would, whenever the delivery is due, and tells the milliseconds in between. */
async function attemptUntilOver(ctx: Context, endpointId: string, id: string): Promise<number[]> {
  const waits: number[] = [];
  for (let passed = 0; ;) {
    const progress = await attemptDelivery(later(atOnce(ctx), passed), id);
    if (progress.state === "over") return waits;
    const wait = progress.until.getTime() - Date.now();
    waits.push(wait);
    await letPass(endpointId, wait);
    passed += wait;
  }
}

describe("an attempt", () => {
  test("sends the stored body, signed, and notes the answer", async () => {
    const { receiver, owner, endpoint, row, id } = await oneDelivery();
    expect(await attemptDelivery(atOnce(owner), id)).toEqual({ state: "over" });
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

  test("is made by one of many who try at once", async () => {
    const { receiver, owner, id } = await oneDelivery((response) => void setTimeout(() => response.end(), 50));
    await Promise.all(Array.from({ length: 12 }, () => attemptDelivery(atOnce(owner), id)));
    expect(receiver.received).toHaveLength(1);
  });

  test("is not made before it is due, nor after it is over", async () => {
    const { receiver, owner, id } = await oneDelivery(answer(500));
    const progress = await attemptDelivery(atOnce(owner), id);
    expect(await attemptDelivery(atOnce(owner), id)).toEqual(progress);
    expect(receiver.received).toHaveLength(1);
    expect(await attemptDelivery(atOnce(owner), "whd_never")).toEqual({ state: "over" });
  });

  test("that fails is repeated on schedule, six in all, with the same id and body, signed anew", async () => {
    const { receiver, owner, endpoint, row, id } = await oneDelivery(answer(503));
    const waits = await attemptUntilOver(owner, endpoint.id, id);
    expect(receiver.received).toHaveLength(6);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["x-service-signature"])).size).toBe(6);
    const planned = [60, 300, 1800, 7200, 21_600];
    expect(waits).toHaveLength(planned.length);
    waits.forEach((wait, index) => {
      expect(wait / 1000).toBeGreaterThan(planned[index]! * 0.79 - 1);
      expect(wait / 1000).toBeLessThan(planned[index]! * 1.21);
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

  test("fails on a redirect", async () => {
    const { owner, row, id } = await oneDelivery(answer(302, { Location: "/" }));
    await attemptDelivery(atOnce(owner), id);
    expect(await row()).toMatchObject({
      status: "pending",
      responseStatus: 302,
      error: "The receiver answered 302. Redirects are not followed.",
    });
  });

  test("leaves the wait to the receiver's Retry-After, in seconds or as a date", async () => {
    for (const asked of ["90", new Date(Date.now() + 91_000).toUTCString()]) {
      const { owner, id } = await oneDelivery(answer(429, { "Retry-After": asked }));
      const progress = await attemptDelivery(atOnce(owner), id);
      const wait = progress.state === "waiting" ? progress.until.getTime() - Date.now() : 0;
      expect(wait).toBeGreaterThan(75_000);
      expect(wait).toBeLessThan(92_000);
    }
  });

  test("goes to where the endpoint points by now", async () => {
    const { owner, endpoint, id } = await oneDelivery(answer(500));
    const moved = await startReceiver();
    stops.push(moved.stop);
    await attemptDelivery(atOnce(owner), id);
    await updateEndpoint(atOnce(owner), { id: endpoint.id, url: moved.url });
    await letPass(endpoint.id, 120_000);
    await attemptDelivery(atOnce(owner), id);
    expect(moved.received).toHaveLength(1);
  });
});

describe("a lease", () => {
  test("of a process that died ends, and its attempt does not count", async () => {
    const { receiver, owner, endpoint, row, id } = await oneDelivery();
    expect(await leaseDelivery(atOnce(owner), id)).toBeDefined();
    expect(await attemptDelivery(atOnce(owner), id)).toMatchObject({ state: "waiting" });
    expect(receiver.received).toEqual([]);
    await letPass(endpoint.id, LEASE_MS + 1000);
    await attemptDelivery(atOnce(owner), id);
    expect(receiver.received).toHaveLength(1);
    expect(await row()).toMatchObject({ status: "delivered", attempts: 1 });
  });

  test("and when a delivery is due are the same for machines whose clocks differ by an hour", async () => {
    const { receiver, owner, endpoint, row, id } = await oneDelivery(answer(500));
    const [ahead, behind] = [3_600_000, -3_600_000].map((ms) => later(atOnce(owner), ms));
    const leased = (await leaseDelivery(behind!, id))!;
    expect(await leaseDelivery(ahead!, id)).toBeUndefined();
    await settleFailure(ahead!, await sendDelivery(leased, ahead!.now));
    const wait = (await row()).nextAttemptAt!.getTime() - Date.now();
    expect(wait).toBeGreaterThan(46_000);
    expect(wait).toBeLessThan(73_000);
    expect(await attemptDelivery(ahead!, id)).toMatchObject({ state: "waiting" });
    expect(receiver.received).toHaveLength(1);
    await createPost(ahead!, { content: "From the future", audience: "PUBLIC" });
    expect((await claimDeliveries(behind!, "a", [{ endpointId: endpoint.id, deliveries: 8 }])).leased).toHaveLength(1);
    expect(await claimDeliveries(ahead!, "b", [{ endpointId: endpoint.id, deliveries: 8 }])).toEqual({
      leased: [],
      taken: [endpoint.id],
    });
  });

  test("that has passed to somebody else is not renewed, and its holder knows", async () => {
    const owner = await newOwner();
    const { id } = await register(owner, "http://127.0.0.1:9/");
    await pin(owner, "One");
    await pin(owner, "Two");
    const { leased } = await claimDeliveries(atOnce(owner), "a", [{ endpointId: id, deliveries: 2 }]);
    await letPass(id, ENGINE_LEASE_MS + 1000);
    await leaseDelivery(atOnce(owner), leased[0]!.id);
    const [lost, kept] = leased.map(({ heldUntil }) => heldUntil);
    await keepLanes(atOnce(owner), "a", leased);
    expect(leased[0]!.heldUntil).toBe(lost);
    expect(leased[1]!.heldUntil).toBeGreaterThan(kept!);
  });

  test("that passed to somebody else writes nothing down", async () => {
    for (const [status, settle] of [
      [500, settleFailure],
      [200, (ctx: Context, sent: Sent) => settleSuccesses(ctx, [sent])],
    ] as const) {
      const { owner, endpoint, row, id } = await oneDelivery(answer(status));
      const mine = (await leaseDelivery(atOnce(owner), id))!;
      await letPass(endpoint.id, LEASE_MS + 1000);
      const theirs = (await leaseDelivery(atOnce(owner), id))!;
      await settle(atOnce(owner), await sendDelivery(mine, new Date()));
      expect(await row()).toMatchObject({ status: "pending", attempts: 0, leaseToken: theirs.leaseToken, error: null });
    }
  });
});

describe("a lane", () => {
  const queue = async (count: number) => {
    const owner = await newOwner();
    const { id } = await register(owner, "http://127.0.0.1:9/");
    for (let post = 0; post < count; post += 1) await pin(owner, `Post ${post}`);
    return { owner, id };
  };
  const sequences = (leased: LeasedDelivery[]) =>
    leased.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence);

  test("belongs to one engine, however many ask at once, and gives in the order of the sequence", async () => {
    const { owner, id } = await queue(12);
    const claims = await Promise.all(
      ["a", "b", "c", "d"].map((engine) => claimDeliveries(atOnce(owner), engine, [{ endpointId: id, deliveries: 8 }])),
    );
    expect(claims.map(({ leased }) => sequences(leased)).sort((one, other) => one.length - other.length)).toEqual([
      [],
      [],
      [],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ]);
    expect(claims.filter(({ taken }) => taken.includes(id))).toHaveLength(3);
  });

  test("passes to another engine when it is left, or when its engine has died", async () => {
    const { owner, id } = await queue(3);
    const claim = async (engine: string) =>
      sequences((await claimDeliveries(atOnce(owner), engine, [{ endpointId: id, deliveries: 1 }])).leased);
    expect(await claim("a")).toEqual([1]);
    expect(await claim("b")).toEqual([]);
    expect(await dueEndpoints(atOnce(owner), "b")).not.toContain(id);
    await leaveLanes(atOnce(owner), "a", [id]);
    expect(await dueEndpoints(atOnce(owner), "b")).toContain(id);
    expect(await claim("b")).toEqual([2]);
    await letPass(id, ENGINE_LEASE_MS + 1000);
    expect(await claim("c")).toEqual([1]);
  });
});

describe("an endpoint's health", () => {
  const failing = async (owner: Context, endpointId: string, deliveries: number) => {
    for (let count = 0; count < deliveries; count += 1) await pin(owner, `Post ${count}`);
    for (const { id } of await deliveriesOf(endpointId)) await attemptUntilOver(owner, endpointId, id);
  };
  const notices = (owner: Context) =>
    database().prisma.notification.findMany({ where: { userId: owner.actor.id, type: "SYSTEM" } });

  test("ends after twenty failures in a row and three deliveries given up: disabled, with a word before and a word then", async () => {
    const { owner, endpoint } = await oneDelivery(answer(500));
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
    expect((await notices(owner)).map(({ preview }) => preview).sort()).toEqual([
      expect.stringMatching(/keeps failing: 10 attempts in a row failed\. The receiver answered 500\./),
      expect.stringMatching(/was disabled\. 20 attempts/),
    ]);
    expect((await notices(owner)).map(({ link }) => link)).toEqual(
      Array(2).fill(`/settings/developer/webhooks/${endpoint.id}`),
    );
  });

  test("is whole again after one success", async () => {
    let status = 500;
    const { owner, endpoint } = await oneDelivery((response) => void response.writeHead(status).end());
    await failing(owner, endpoint.id, 1);
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 12, exhaustedCount: 2 });
    status = 204;
    await failing(owner, endpoint.id, 1);
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 0, exhaustedCount: 0, enabled: true });
  });

  test("is whole again with the success that makes it so, or neither is written down: also when the process is killed over it", async () => {
    const { owner, endpoint, row, id } = await oneDelivery();
    await database().prisma.webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { failureCount: 12, exhaustedCount: 2 },
    });
    const sent = await sendDelivery((await leaseDelivery(atOnce(owner), id))!, new Date());
    await killedWaitingFor(endpoint.id, () => settleSuccesses(atOnce(owner), [sent]));
    expect(await row()).toMatchObject({ status: "pending", attempts: 0 });
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 12, exhaustedCount: 2 });
    await settleSuccesses(atOnce(owner), [sent]);
    expect(await row()).toMatchObject({ status: "delivered", attempts: 1 });
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 0, exhaustedCount: 0 });
  });

  test("is not made whole by a success whose lease has passed to somebody else", async () => {
    const { owner, endpoint, id } = await oneDelivery();
    await database().prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { failureCount: 12 } });
    const sent = await sendDelivery((await leaseDelivery(atOnce(owner), id))!, new Date());
    await letPass(endpoint.id, LEASE_MS + 1000);
    await leaseDelivery(atOnce(owner), id);
    await settleSuccesses(atOnce(owner), [sent]);
    expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 12 });
  });

  test("starts anew when the owner enables it again", async () => {
    const { owner, endpoint } = await oneDelivery(answer(500));
    await failing(owner, endpoint.id, 3);
    await updateEndpoint(atOnce(owner), { id: endpoint.id, enabled: true });
    expect(await endpointRow(endpoint.id)).toMatchObject({
      enabled: true,
      failureCount: 0,
      exhaustedCount: 0,
      disabledReason: null,
    });
  });

  test("ends at once when the receiver says that it is gone, and the log says so", async () => {
    const { owner, endpoint, row, id } = await oneDelivery(answer(410));
    await pin(owner);
    const logged = vi.spyOn(log, "warn").mockReturnValue();
    await attemptDelivery(atOnce(owner), id);
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
    expect(await notices(owner)).toHaveLength(1);
  });
});

/** Lets `write` run until it waits for the endpoint's row, and ends its connection there. */
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

describe("while a request is under way", () => {
  test("disabling its endpoint does not hide that it arrived, nor repeat it if it did not", async () => {
    for (const [status, fate] of [
      [200, "delivered"],
      [500, "failed"],
    ] as const) {
      const { owner, endpoint, row, id } = await oneDelivery(
        (response) => void setTimeout(() => response.writeHead(status).end(), 100),
      );
      const attempt = attemptDelivery(atOnce(owner), id);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await updateEndpoint(atOnce(owner), { id: endpoint.id, enabled: false });
      await attempt;
      expect(await row()).toMatchObject({
        status: fate,
        attempts: 1,
        responseStatus: status,
        leaseToken: null,
        nextAttemptAt: null,
      });
      expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 0, enabled: false });
    }
  });

  test("disabling its endpoint and enabling it again sends nothing old, should it fail", async () => {
    const { owner, endpoint, row, id } = await oneDelivery(answer(500));
    const sent = await sendDelivery((await leaseDelivery(atOnce(owner), id))!, new Date());
    for (const enabled of [false, true]) await updateEndpoint(atOnce(owner), { id: endpoint.id, enabled });
    expect(await settleFailure(atOnce(owner), sent)).toBe(true);
    expect(await row()).toMatchObject({
      status: "failed",
      attempts: 1,
      responseStatus: 500,
      nextAttemptAt: null,
      leaseToken: null,
    });
  });

  test("deleting its endpoint is no fault", async () => {
    let fail = () => {};
    const { receiver, owner, endpoint, id } = await oneDelivery(
      (response) => void (fail = () => response.writeHead(500).end()),
    );
    const attempt = attemptDelivery(atOnce(owner), id);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
    await deleteEndpoint(atOnce(owner), { id: endpoint.id });
    fail();
    expect(await attempt).toEqual({ state: "over" });
  });
});
