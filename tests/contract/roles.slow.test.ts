// Slow: it starts five servers of its own, and kills one of them.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
import { startOwnPostgres } from "@/tests/support/own-postgres";
import { type OwnServer, startOwnServer } from "@/tests/support/own-server";
import { startReceiver } from "@/tests/support/receiver";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
const JOBS_INSTANCES = 4;
/** More than are attempted at once, so that some are claimed and not begun. */
const POSTS_EACH = 10;
const TOKEN = "read-by-the-tests";

let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let web: OwnServer;
const jobs: OwnServer[] = [];
beforeAll(async () => {
  postgres = await startOwnPostgres();
  process.env.DATABASE_URL = postgres.url;
  web = await startOwnServer({ PEGBOARD_ROLE: "web" });
});
afterAll(async () => {
  await Promise.all([web, ...jobs].map((server) => server.stop("SIGTERM")));
  await database().pool.end();
  await postgres.remove();
});

async function call({ key }: Account, path: string, json: object): Promise<{ id: string }> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const response = await fetch(`${web.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(json) });
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string };
}

/** Makes an account with an endpoint, and acts of which the endpoint is to hear. */
async function act(url: string): Promise<void> {
  const account = await newAccount("pro");
  await call(account, "/webhooks", { url, events: ["post.created"] });
  for (let n = 0; n < POSTS_EACH; n += 1) await call(account, "/posts", { content: `Post ${n}` });
}

/** Who has which endpoint. */
async function workersByEndpoint(): Promise<Map<string, string>> {
  const claims = await database().prisma.$queryRaw<{ endpointId: string; worker: string }[]>`
    SELECT "endpointId", engine AS worker FROM "DeliveryLane"`;
  return new Map(claims.map(({ endpointId, worker }) => [endpointId, worker]));
}

test("an instance that only serves delivers nothing, and what it queued waits for one that runs jobs", async () => {
  const receiver = await startReceiver();
  await act(receiver.url);
  const first = await startOwnServer({ PEGBOARD_ROLE: "jobs", METRICS_TOKEN: TOKEN });
  jobs.push(first);
  expect(await database().prisma.delivery.count()).toBe(POSTS_EACH);
  await eventually(() => expect(receiver.arrivals).toHaveLength(POSTS_EACH));
  await receiver.stop();
});

test("an instance that only runs jobs answers probes and scrapers, and refuses all else", async () => {
  const [{ url }] = jobs as [OwnServer];
  expect((await fetch(`${url}/api/health/live`)).status).toBe(200);
  expect((await fetch(`${url}/api/health/ready?strict`)).status).toBe(200);
  expect((await fetch(`${url}/api/metrics`)).status).toBe(401);
  const scraped = await fetch(`${url}/api/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  expect(await scraped.text()).toContain('pegboard_delivery_attempts_total{outcome="delivered"}');
  const refused = await fetch(`${url}/api/v1/posts`, { method: "POST", body: "{}" });
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error: { code: "unavailable", type: "api_error" } });
  expect(await (await fetch(`${url}/api/coins`)).json()).toEqual({ error: expect.any(String) as string });
  expect(await fetch(`${url}/login`)).toMatchObject({ status: 503 });
  expect((await fetch(`${url}/api/health/ready`, { method: "POST" })).status).toBe(503);
});

test("four that run jobs share them, and only what a killed one held is sent again, with the same id", async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const receiver = await startReceiver(async () => (await isReleased, { status: 204 }));
  const arrived = () => receiver.arrivals.map(({ headers }) => String(headers["webhook-id"]));
  while (jobs.length < JOBS_INSTANCES) jobs.push(await startOwnServer({ PEGBOARD_ROLE: "jobs" }));

  // Whoever polls next gets an endpoint, and holds it while its attempts wait for the receiver.
  let endpoints = 0;
  do {
    await act(receiver.url);
    endpoints += 1;
    await eventually(async () => expect(await workersByEndpoint()).toHaveProperty("size", endpoints));
  } while (new Set((await workersByEndpoint()).values()).size < JOBS_INSTANCES);
  const workers = await workersByEndpoint();
  await eventually(() => expect(new Set(arrived()).size).toBeGreaterThanOrEqual(endpoints));

  const killed = jobs.pop()!;
  await killed.stop("SIGKILL");
  const atTheKill = arrived();
  release();

  const all = { endpointId: { in: [...workers.keys()] } };
  await eventually(async () =>
    expect(await database().prisma.delivery.count({ where: { ...all, status: "delivered" } })).toBe(
      endpoints * POSTS_EACH,
    ),
  );
  const deliveries = await database().prisma.delivery.findMany({ where: all });
  const workerOf = new Map(deliveries.map(({ id, endpointId }) => [id, workers.get(endpointId)]));
  const counts = new Map<string, number>();
  for (const id of arrived()) counts.set(id, (counts.get(id) ?? 0) + 1);
  expect([...counts.keys()].toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
  const repeated = [...counts].flatMap(([id, count]) => (count > 1 ? [id] : []));
  const [holder, ...others] = new Set(repeated.map((id) => workerOf.get(id)));
  expect(others).toEqual([]);
  expect(repeated.toSorted()).toEqual(atTheKill.filter((id) => workerOf.get(id) === holder).toSorted());
  for (const { id, body } of deliveries)
    for (const arrival of receiver.arrivals.filter(({ headers }) => headers["webhook-id"] === id))
      expect(arrival.body).toBe(body);
  await receiver.stop();
});
