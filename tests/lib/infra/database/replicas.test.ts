import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { database } from "@/lib/infra/database/db";
import { metrics } from "@/lib/infra/log/metrics";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { type TcpProxy, startTcpProxy } from "@/tests/support/tcp-proxy";
import { eventually } from "@/tests/support/eventually";
import { call } from "@/tests/support/sandboxes";

let proxy: TcpProxy;
let account: Account;
beforeAll(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const { DATABASE_URL = "" } = process.env;
  proxy = await startTcpProxy(DATABASE_URL);
  // Not a replica, but the same server by another URL.
  Object.assign(process.env, { DATABASE_URL: proxy.url, DATABASE_REPLICA_URL: DATABASE_URL });
  account = await newAccount("pro");
});
afterAll(async () => {
  await proxy.close();
  await database().pool.end();
});

/** Longer than a poll waits for its answer. */
const BUSY_S = 1.5;

async function answeredBy(): Promise<string[]> {
  const { values } = await metrics.replicaReads.get();
  return values.filter(({ value }) => value > 0).map(({ labels }) => String(labels.answered));
}

test("a primary whose connections are all in use does not count as unavailable", async () => {
  const { pool } = database();
  const read = async () => (await call(account.key, "GET /api/v1/feed")).status;
  expect(await read()).toBe(200);
  const busy = Array.from({ length: pool.options.max }, () => pool.query("SELECT pg_sleep($1)", [BUSY_S]));
  expect(await Promise.all([read(), read()])).toEqual([200, 200]);
  await Promise.all(busy);
});

test("the primary, listed among the replicas, lacks nothing", async () => {
  const lag = async () => (await metrics.replicaLag.get()).values;
  await eventually(async () => {
    await call(account.key, "GET /api/v1/feed");
    expect(await lag()).toMatchObject([{ labels: { replica: "1" }, value: 0 }]);
  });
  await proxy.cut();
  await eventually(async () => expect(await lag()).toMatchObject([{ value: 0 }]));
  await proxy.restore();
  await eventually(async () => expect((await call(account.key, "GET /api/v1/feed")).status).toBe(200), {
    intervalMs: 100,
  });
});

test("a server that never followed the primary is not read from, even while the primary is unavailable", async () => {
  const read = () => call(account.key, "GET /api/v1/feed");
  // Long enough to poll both servers several times.
  for (const until = performance.now() + 1000; performance.now() < until;) expect((await read()).status).toBe(200);
  await proxy.cut();
  for (let n = 0; n < 5; n += 1) {
    const from = performance.now();
    const { status, headers } = await read();
    expect(status).toBe(503);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(performance.now() - from).toBeLessThan(1500);
  }
  await proxy.restore();
  await eventually(async () => expect((await read()).status).toBe(200), { intervalMs: 100 });
  expect(await answeredBy()).toEqual(["primary, away"]);
});
