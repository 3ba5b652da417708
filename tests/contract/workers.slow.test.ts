// Slow: it restarts and kills processes of its own server.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createRoom } from "@/lib/domain/play/rooms/commands";
import { startTestServer, type TestServer } from "@/tests/support/test-server";
import { send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { openEventStream } from "@/tests/support/event-stream";
import { eventually } from "@/tests/support/eventually";
import { startReceiver } from "@/tests/support/receiver";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { connectToEach, keepSending, withOnly } from "@/tests/support/worker-connection";

/** On a busy machine a worker starts slowly, and the restart waits for two in sequence. */
vi.setConfig({ testTimeout: 300_000 });
const SLOW = { timeoutMs: 120_000 };
const LIMIT = 30;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(process.env.DATABASE_URL!, {
    WEB_CONCURRENCY: "2",
    RATE_LIMIT_V1_FREE: `${LIMIT}/3600`,
    SHUTDOWN_GRACE_SECONDS: "60",
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET,
  });
  await eventually(() => expect(server.pids()).toHaveLength(2), SLOW);
}, 300_000);
afterAll(() => server.stop());

test("a limit counts the calls of all workers together", async () => {
  const { key } = await newAccount();
  const connections = await connectToEach(server.url, server.pids());
  const headers = { Authorization: `Bearer ${key}` };
  const statuses: number[] = [];
  const calls = connections.map(async (connection) => {
    for (let n = 0; n < LIMIT; n += 1) statuses.push((await connection.send("/api/v1/me", { headers })).status);
  });
  await Promise.all(calls);
  expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test("signals, which are not stored, reach the streams of another worker", async () => {
  const host = (await newAccount()).ctx();
  const cookie = await sessionCookieOf(host);
  const { code } = await createRoom(host, { name: "Two workers", public: true, maxMembers: 5 }, { passwordHash: null });
  const pids = server.pids();
  const [writer, reader] = await connectToEach(server.url, pids);
  const stream = await withOnly(reader!.pid, pids, () =>
    openEventStream(`${server.url}/api/live?topics=room:${code}`, { Cookie: cookie }),
  );
  await eventually(() => expect(stream.reader.events[0]).toMatchObject({ event: "hello" }), SLOW);
  const headers = { Cookie: cookie, Origin: server.url };
  const said = await writer!.send(`/api/rooms/${code}/typing`, { method: "POST", headers }, {});
  expect(said.status).toBeLessThan(300);
  await eventually(() => expect(stream.reader.named("typing")).toHaveLength(1), SLOW);
  stream.close();
});

test("killing a page process affects no operation, and pages recover", async () => {
  const sending = keepSending(await connectToEach(server.url, server.pids()), "/api/v1/openapi.json");
  const [killed] = server.pagePids();
  process.kill(killed!, "SIGKILL");
  await eventually(() => {
    expect(server.pagePids()).toHaveLength(1);
    expect(server.pagePids()).not.toContain(killed);
  }, SLOW);
  expect((await fetch(`${server.url}/login`)).status).toBe(200);
  expect(await sending.stop()).toEqual([]);
});

test("a rolling restart fails no request, and repeats no delivery in progress", async () => {
  const { key } = await newAccount("pro");
  const receiver = await startReceiver(async () => (await sleep(2000), { status: 204 }));
  const { id } = (
    await send("/api/v1/webhooks", { method: "POST", key, json: { url: receiver.url, events: ["post.created"] } })
  ).json as { id: string };
  const before = server.pids();
  const connections = [...(await connectToEach(server.url, before)), ...(await connectToEach(server.url, before))];
  const headers = { Authorization: `Bearer ${key}` };
  for (const [n, connection] of connections.entries())
    await connection.send("/api/v1/posts", { method: "POST", headers }, { content: `Post ${n}` });
  await eventually(() => expect(receiver.arrivals).toHaveLength(4), SLOW);
  const operations = keepSending(connections, "/api/v1/openapi.json");
  const pages = keepSending(await connectToEach(server.url, before), "/login");
  await server.restart();
  expect([...(await operations.stop()), ...(await pages.stop())]).toEqual([]);
  expect(server.pids().filter((pid) => before.includes(pid))).toEqual([]);
  await eventually(async () => {
    const { recentDeliveries } = (await send(`/api/v1/webhooks/${id}`, { key })).json as {
      recentDeliveries: { status: string; attempts: number }[];
    };
    expect(recentDeliveries.map(({ status, attempts }) => ({ status, attempts }))).toEqual(
      Array(4).fill({ status: "delivered", attempts: 1 }),
    );
  }, SLOW);
  expect(new Set(receiver.arrivals.map((arrival) => arrival.headers["webhook-id"])).size).toBe(4);
  expect(receiver.arrivals).toHaveLength(4);
  await receiver.stop();
});
