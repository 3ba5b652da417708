// Slow: it copies a PostgreSQL twice, and takes the copies away.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { database } from "@/lib/infra/database/db";
import { metrics } from "@/lib/infra/log/metrics";
import { newAccount, type Account } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
import { startOwnPostgres, type OwnPostgres } from "@/tests/support/own-postgres";
import { startReplica, type Replica } from "@/tests/support/replica";
import { call } from "@/tests/support/sandboxes";

let primary: OwnPostgres;
let replicas: Replica[];
beforeAll(async () => {
  primary = await startOwnPostgres({ durable: true });
  process.env.DATABASE_URL = primary.url;
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  replicas = [await startReplica(primary), await startReplica(primary)];
  process.env.DATABASE_REPLICA_URL = replicas.map(({ url }) => url).join(" ");
}, 120_000);
afterAll(async () => {
  for (const replica of replicas) replica.thaw();
  await database().pool.end();
  for (const replica of replicas) await replica.remove();
  await primary.remove();
});
afterEach(async () => {
  for (const replica of replicas) replica.thaw();
  await Promise.all(replicas.map((replica) => replica.resumeReplay().catch(() => undefined)));
});

/** How many reads were answered by whom. */
async function answers(): Promise<Record<string, number>> {
  const { values } = await metrics.replicaReads.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.answered, value]));
}

/** Waits until reads of both replicas' accounts are answered by a replica. */
async function untilBothAnswer(accounts: Account[]): Promise<void> {
  for (const { key } of accounts)
    await eventually(
      async () => {
        const { replica: before = 0 } = await answers();
        await call(key, "GET /api/v1/feed");
        expect((await answers()).replica ?? 0).toBeGreaterThan(before);
      },
      { intervalMs: 100 },
    );
}

const accountsOf = (count: number) => Promise.all(Array.from({ length: count }, () => newAccount("pro")));
const post = { content: "Who wrote it reads it", audience: "PUBLIC" };

async function writeThenRead({ key, handle }: Account): Promise<number> {
  const made = await call(key, "POST /api/v1/posts", post);
  expect(made.status, made.text).toBe(201);
  const one = await call(key, `GET /api/v1/posts/${made.json.id}`);
  const list = await call(key, `GET /api/v1/users/${handle}/posts`);
  const isThere = list.json.data?.some(({ id }: { id: string }) => id === made.json.id);
  return one.status === 200 && isThere ? 0 : 1;
}

describe("reads of a deployment with replicas", { timeout: 120_000 }, () => {
  test("are answered by them, except of an account that has just written", async () => {
    const accounts = await accountsOf(8);
    await untilBothAnswer(accounts);
    for (const account of accounts) expect(await writeThenRead(account)).toBe(0);
  });

  test("see what their account wrote while a replica does not replay, and never lose what they have seen", async () => {
    const [writer, ...readers] = await accountsOf(9);
    await untilBothAnswer(readers);
    await replicas[0]!.pauseReplay();
    let lost = 0;
    const seen = new Map<string, number>();
    for (let round = 0; round < 10; round += 1) {
      expect(await writeThenRead(writer!)).toBe(0);
      for (const account of readers) {
        const { json } = await call(account.key, `GET /api/v1/users/${writer!.handle}/posts`);
        const count = json.data.length as number;
        if (count < (seen.get(account.key) ?? 0)) lost += 1;
        seen.set(account.key, count);
        if (round % 3 === 0) expect(await writeThenRead(account)).toBe(0);
      }
    }
    expect(lost).toBe(0);
  });

  test("are the primary's within a second of a replica that freezes, dies or lags, and no request fails", async () => {
    const accounts = await accountsOf(6);
    for (const [away, back] of [
      [() => replicas[0]!.freeze(), async () => replicas[0]!.thaw()],
      [() => replicas[1]!.kill(), () => replicas[1]!.restart()],
    ] as const) {
      await untilBothAnswer(accounts);
      away();
      for (let round = 0; round < 5; round += 1)
        for (const { key } of accounts) {
          const from = performance.now();
          expect((await call(key, "GET /api/v1/feed")).status).toBe(200);
          expect(performance.now() - from).toBeLessThan(3000);
        }
      const from = performance.now();
      for (const { key } of accounts) await call(key, "GET /api/v1/feed");
      expect(performance.now() - from).toBeLessThan(2000);
      await back();
      await untilBothAnswer(accounts);
    }
  });

  test("of a process that has not asked for long see what was written meanwhile, whoever wrote it", async () => {
    const [writer, ...readers] = await accountsOf(5);
    await untilBothAnswer(readers);
    await Promise.all(replicas.map((replica) => replica.pauseReplay()));
    const made = await call(writer!.key, "POST /api/v1/posts", post);
    // The position of the writer has been forgotten, and nothing is known of what the primary did.
    await database().prisma.$executeRaw`DELETE FROM "ReadPosition"`;
    delete (globalThis as { pegboardReplicas?: unknown }).pegboardReplicas;
    const from = performance.now();
    while (performance.now() - from < 1500)
      for (const { key } of [writer!, ...readers]) {
        const { json } = await call(key, `GET /api/v1/users/${writer!.handle}/posts`);
        expect(json.data[0]?.id).toBe(made.json.id);
      }
  });

  test("of a lagging replica are taken by the primary until it has caught up", async () => {
    const accounts = await accountsOf(6);
    await untilBothAnswer(accounts);
    await replicas[0]!.pauseReplay();
    await replicas[1]!.pauseReplay();
    await call(accounts[0]!.key, "POST /api/v1/posts", post);
    await eventually(async () => {
      const { replica: before = 0 } = await answers();
      for (const { key } of accounts) expect((await call(key, "GET /api/v1/feed")).status).toBe(200);
      expect((await answers()).replica ?? 0).toBe(before);
    });
    await replicas[0]!.resumeReplay();
    await replicas[1]!.resumeReplay();
    await untilBothAnswer(accounts);
  });
});
