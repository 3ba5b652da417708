// Slow: it copies a PostgreSQL twice, and freezes and kills the copies.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { actorOfRequest } from "@/lib/auth/session";
import { database } from "@/lib/infra/database/db";
import { metrics } from "@/lib/infra/log/metrics";
import { type Account, keyThatIs, newAccount } from "@/tests/support/api-accounts";
import { type TcpProxy, startTcpProxy } from "@/tests/support/tcp-proxy";
import { eventually } from "@/tests/support/eventually";
import { startOwnPostgres, type OwnPostgres } from "@/tests/support/own-postgres";
import { startReplica, type Replica } from "@/tests/support/replica";
import { call } from "@/tests/support/sandboxes";
import { sessionCookieOf } from "@/tests/support/session-cookie";

let primary: OwnPostgres;
let replicas: Replica[];
/** Proxies to the primary, or to its successor. */
let proxy: TcpProxy;
beforeAll(async () => {
  primary = await startOwnPostgres({ durable: true });
  proxy = await startTcpProxy(primary.url);
  process.env.DATABASE_URL = proxy.url;
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  replicas = [await startReplica(primary), await startReplica(primary)];
  process.env.DATABASE_REPLICA_URL = replicas.map(({ url }) => url).join(" ");
}, 120_000);
afterAll(async () => {
  for (const replica of replicas) replica.thaw();
  await database().pool.end();
  await proxy.close();
  for (const replica of replicas) await replica.remove();
  await primary.remove();
});
afterEach(async () => {
  primary.thaw();
  for (const replica of replicas) replica.thaw();
  await Promise.all(replicas.map((replica) => replica.resumeReplay().catch(() => undefined)));
});

/** The number of reads by the server that answered. */
async function answers(): Promise<Record<string, number>> {
  const { values } = await metrics.replicaReads.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.answered, value]));
}

/** Waits until the reads of both replicas' accounts are answered by their replicas. */
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

async function writeThenRead({ key, handle }: Account, read: typeof call = call): Promise<number> {
  const made = await call(key, "POST /api/v1/posts", post);
  expect(made.status, made.text).toBe(201);
  const one = await read(key, `GET /api/v1/posts/${made.json.id}`);
  const list = await read(key, `GET /api/v1/users/${handle}/posts`);
  const isThere = list.json.data?.some(({ id }: { id: string }) => id === made.json.id);
  return one.status === 200 && isThere ? 0 : 1;
}

describe("reads of a deployment with replicas", { timeout: 120_000 }, () => {
  test("are served by replicas, except for an account that has just written", async () => {
    const accounts = await accountsOf(8);
    await untilBothAnswer(accounts);
    for (const account of accounts) expect(await writeThenRead(account)).toBe(0);
  });

  test("include the account's own writes while a replica does not replay, and never go back in time", async () => {
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

  test("move to the primary within a second if a replica freezes, dies or lags, and no request fails", async () => {
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

  test("of a process that was idle for long include what was written meanwhile by any account", async () => {
    const [writer, ...readers] = await accountsOf(5);
    await untilBothAnswer(readers);
    await Promise.all(replicas.map((replica) => replica.pauseReplay()));
    const made = await call(writer!.key, "POST /api/v1/posts", post);
    // The writer's position has been deleted, and nothing is known about what the primary wrote meanwhile.
    await database().prisma.$executeRaw`DELETE FROM "ReadPosition"`;
    Reflect.deleteProperty(globalThis, Symbol.for("pegboard.replicas"));
    const from = performance.now();
    while (performance.now() - from < 1500)
      for (const { key } of [writer!, ...readers]) {
        const { json } = await call(key, `GET /api/v1/users/${writer!.handle}/posts`);
        expect(json.data[0]?.id).toBe(made.json.id);
      }
  });

  test("of a lagging replica are served by the primary until it has caught up", async () => {
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

/** On a busy machine, replicas may be late to report their positions; a proof measures how soon they answer. */
async function readsGoOn(accounts: Account[]): Promise<void> {
  for (const { key } of accounts)
    await eventually(async () => expect((await call(key, "GET /api/v1/feed")).status).toBe(200));
}

/** Repeats a call until it succeeds. */
const untilAnswered: typeof call = (...request) =>
  eventually(async () => {
    const answer = await call(...request);
    expect(answer.status).not.toBe(503);
    return answer;
  });

async function untilPrimaryAnswers({ key }: Account): Promise<void> {
  await eventually(async () => expect((await call(key, "GET /api/v1/me")).status).toBe(200), { intervalMs: 100 });
}

describe("reads while the primary is unavailable", { timeout: 120_000 }, () => {
  test("are served by replicas to callers that these recognize, and all other requests get a 503", async () => {
    const accounts = await accountsOf(8);
    const [revoked, suspended] = [accounts[0]!, await newAccount()];
    const [dead, narrow] = [await keyThatIs("revoked", revoked), await revoked.keyWith(["read:profile"])];
    await database().prisma.user.update({ where: { id: suspended.id }, data: { suspendedAt: new Date() } });
    const cookie = await sessionCookieOf(accounts[1]!.ctx());
    for (const [away, back] of [
      [() => primary.kill(), () => primary.restart()],
      [() => primary.freeze(), async () => primary.thaw()],
    ] as const) {
      await untilBothAnswer(accounts);
      // Records the keys' use, which is impossible while the primary is unavailable.
      for (const key of [narrow, suspended.key]) await call(key, "GET /api/v1/feed");
      away();
      await readsGoOn(accounts);
      await readsGoOn(accounts);
      expect((await call(dead, "GET /api/v1/feed")).json.error.code).toBe("key_revoked");
      expect((await call(narrow, "GET /api/v1/feed")).json.error.code).toBe("insufficient_scope");
      expect((await call(suspended.key, "GET /api/v1/feed")).json.error.code).toBe("account_suspended");
      expect(
        await actorOfRequest(new Request("http://localhost", { headers: { cookie } }), { orReplica: true }),
      ).toMatchObject({ id: accounts[1]!.id });
      await eventually(async () => {
        const from = performance.now();
        const [me, written] = [
          await call(accounts[0]!.key, "GET /api/v1/me"),
          await call(accounts[0]!.key, "POST /api/v1/posts", post),
        ];
        expect([me.status, written.status]).toEqual([503, 503]);
        expect(Number(written.headers.get("Retry-After"))).toBeGreaterThan(0);
        expect(performance.now() - from).toBeLessThan(500);
      });
      expect((await answers())["replica, primary away"]).toBeGreaterThan(0);
      await back();
      await untilPrimaryAnswers(accounts[0]!);
    }
  });

  test("wait for a replica to replay what this process has written, and fail if none does", async () => {
    const accounts = await accountsOf(4);
    await untilBothAnswer(accounts);
    await Promise.all(replicas.map((replica) => replica.pauseReplay()));
    const [writer] = accounts;
    const made = await call(writer!.key, "POST /api/v1/posts", post);
    expect(made.status).toBe(201);
    primary.kill();
    for (const { key } of accounts) {
      const { status } = await call(key, `GET /api/v1/users/${writer!.handle}/posts`);
      expect(status).toBe(503);
    }
    await replicas[0]!.resumeReplay();
    for (const { key } of accounts)
      await eventually(async () => {
        const { status, json } = await call(key, `GET /api/v1/users/${writer!.handle}/posts`);
        // Fails until the replica has replayed it, and never returns a state without the write.
        if (status === 200) expect.soft(json.data[0]?.id).toBe(made.json.id);
        expect(status).toBe(200);
      });
    await replicas[1]!.resumeReplay();
    await primary.restart();
    await untilPrimaryAnswers(writer!);
  });

  test("and writes to an address that leads to a standby succeed or get a 503, and none fails otherwise", async () => {
    const accounts = await accountsOf(4);
    await untilBothAnswer(accounts);
    proxy.leadTo(replicas[1]!.url);
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n += 1) {
      const { key } = accounts[n % accounts.length]!;
      for (const request of ["POST /api/v1/posts", "GET /api/v1/me", "GET /api/v1/feed"])
        statuses.add((await call(key, request, request.startsWith("POST") ? post : undefined)).status);
    }
    proxy.leadTo(primary.url);
    await untilPrimaryAnswers(accounts[0]!);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(503);
  });

  test("never use a replica that followed the former primary further than its successor did", async () => {
    const accounts = await accountsOf(8);
    await untilBothAnswer(accounts);
    replicas[0]!.kill();
    for (let n = 0; n < 20; n += 1) await call(accounts[0]!.key, "POST /api/v1/posts", post);
    await eventually(async () => expect(await writeThenRead(accounts[0]!)).toBe(0));
    primary.kill();
    await readsGoOn(accounts);
    await replicas[0]!.restart();
    await replicas[0]!.promote();
    proxy.leadTo(replicas[0]!.url);
    await untilPrimaryAnswers(accounts[0]!);
    for (const account of accounts) expect(await writeThenRead(account, untilAnswered)).toBe(0);
    await readsGoOn(accounts);
  });
});
