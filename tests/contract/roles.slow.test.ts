// Slow: it starts five servers, and kills one of them.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
import { startOwnPostgres } from "@/tests/support/own-postgres";
import { type OwnServer, startOwnServer } from "@/tests/support/own-server";
import { startReceiver } from "@/tests/support/receiver";
import { withOnly } from "@/tests/support/worker-connection";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });
const JOBS_INSTANCES = 4;
/** More than the concurrency limit, so that some are claimed and not started. */
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

async function newOwner(url: string): Promise<{ account: Account; endpointId: string }> {
  const account = await newAccount("pro");
  const { id } = await call(account, "/webhooks", { url, events: ["post.created"] });
  return { account, endpointId: id };
}

/** Each post is an event with a delivery to the account's endpoint. */
async function post(account: Account, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await call(account, "/posts", { content: `Post ${n}` });
}

/** The workers that have claimed those endpoints. */
async function workersOf(endpointIds: readonly string[]): Promise<string[]> {
  const claims = await database().prisma.$queryRaw<{ worker: string }[]>`
    SELECT engine AS worker FROM "DeliveryLane" WHERE "endpointId" = ANY(${[...endpointIds]})`;
  return claims.map(({ worker }) => worker);
}

test("an instance that only serves delivers nothing, and its queue waits for one that runs jobs", async () => {
  const receiver = await startReceiver();
  const { account } = await newOwner(receiver.url);
  await post(account, POSTS_EACH);
  const first = await startOwnServer({ PEGBOARD_ROLE: "jobs", METRICS_TOKEN: TOKEN });
  jobs.push(first);
  expect(await database().prisma.delivery.count()).toBe(POSTS_EACH);
  await eventually(() => expect(receiver.arrivals).toHaveLength(POSTS_EACH));
  await receiver.stop();
});

test("an instance that only runs jobs answers probes and scrapers, and rejects everything else", async () => {
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

test("four that run jobs share them, and only a killed one's claims are resent, with the same id", async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const receiver = await startReceiver(async () => (await isReleased, { status: 204 }));
  const arrived = () => receiver.arrivals.map(({ headers }) => String(headers["webhook-id"]));
  while (jobs.length < JOBS_INSTANCES) jobs.push(await startOwnServer({ PEGBOARD_ROLE: "jobs" }));

  // While the others are paused, one claims the endpoint, and keeps it while its attempts wait for the receiver.
  const pids = jobs.map(({ workerPid }) => workerPid);
  const endpoints: string[] = [];
  for (const pid of pids) {
    const { account, endpointId } = await newOwner(receiver.url);
    endpoints.push(endpointId);
    await withOnly(pid, pids, async () => {
      await post(account, 1);
      await eventually(async () => expect(await workersOf(endpoints)).toHaveLength(endpoints.length));
    });
    await post(account, POSTS_EACH - 1);
  }
  expect(new Set(await workersOf(endpoints)).size).toBe(JOBS_INSTANCES);
  const heldByKilled = async () => {
    const held = { endpointId: endpoints.at(-1), id: { in: arrived() } };
    return (await database().prisma.delivery.findMany({ where: held })).map(({ id }) => id);
  };
  await eventually(async () => expect(await heldByKilled()).not.toEqual([]));

  await jobs.pop()!.stop("SIGKILL");
  const interrupted = await heldByKilled();
  release();

  await eventually(async () =>
    expect(
      await database().prisma.delivery.count({ where: { endpointId: { in: endpoints }, status: "delivered" } }),
    ).toBe(endpoints.length * POSTS_EACH),
  );
  const deliveries = await database().prisma.delivery.findMany({ where: { endpointId: { in: endpoints } } });
  const counts = new Map<string, number>();
  for (const id of arrived()) counts.set(id, (counts.get(id) ?? 0) + 1);
  expect([...counts.keys()].toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
  // On a busy machine an attempt may time out at the receiver: that is recorded, and correctly resent.
  const sentUnrecorded = deliveries.flatMap(({ id, attempts }) => (counts.get(id)! > attempts ? [id] : []));
  expect(sentUnrecorded).not.toEqual([]);
  expect(interrupted).toEqual(expect.arrayContaining(sentUnrecorded));
  for (const { id, body } of deliveries)
    for (const arrival of receiver.arrivals.filter(({ headers }) => headers["webhook-id"] === id))
      expect(arrival.body).toBe(body);
  await receiver.stop();
});
