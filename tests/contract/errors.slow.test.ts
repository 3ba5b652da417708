// Slow: it disconnects its own server, with low limits, from the database.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "@/tests/support/test-server";
import { database } from "@/lib/infra/database/db";
import { send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { type TcpProxy, startTcpProxy } from "@/tests/support/tcp-proxy";
import { type PostgresProxy, startPostgresProxy } from "@/tests/database-faults/proxy";
import { expectRecorded } from "./error-record";

let proxy: TcpProxy;
let faults: PostgresProxy;
let server: TestServer;
beforeAll(async () => {
  proxy = await startTcpProxy(process.env.DATABASE_URL!);
  faults = await startPostgresProxy(proxy.url);
  const secret = process.env.NEXTAUTH_SECRET;
  const changes = { RATE_LIMIT_V1_FREE: "120/60", LOG_LEVEL: "silent", NEXTAUTH_SECRET: secret };
  server = await startTestServer(faults.url, changes);
});
afterAll(async () => {
  await server.stop();
  await faults.close();
  await proxy.close();
});

const ask = (path: string, key: string) => send(new URL(path, server.url).href, { key });

test("the page about rate_limited shows the real response", async () => {
  const { key } = await newAccount();
  let last: Awaited<ReturnType<typeof ask>>;
  do last = await ask("/api/v1/me", key);
  while (last.headers.get("x-ratelimit-remaining") !== "0");
  await expectRecorded("rate_limited", {
    path: "/api/v1/me",
    sending: { key },
    server: server.url,
    names: { [key]: "YOUR_KEY" },
    shownHeaders: ["RateLimit-Policy", "RateLimit"],
  });
});

test("the page about internal_error shows the real response", async () => {
  const { key, id: userId } = await newAccount();
  const sending = {
    method: "POST",
    key,
    json: { url: "https://example.com/pegboard", events: ["*"] },
    headers: { "Idempotency-Key": "2026-11-26-webhook-1" },
  };
  expect(await send(new URL("/api/v1/webhooks", server.url).href, sending)).toMatchObject({ status: 201 });
  // A stored response that cannot be decrypted represents an unforeseen error.
  await database().prisma.idempotencyKey.updateMany({ where: { userId }, data: { body: "unreadable" } });
  const names = { [key]: "YOUR_KEY" };
  await expectRecorded("internal_error", { path: "/api/v1/webhooks", sending, server: server.url, names });
});

test("the page about outcome_unknown shows the real response", async () => {
  const { key, id: authorId } = await newAccount();
  let isWritten = false;
  faults.choice = ({ name, text }) => {
    isWritten ||= name === "posts.insert";
    if (!isWritten || text !== "COMMIT") return undefined;
    faults.choice = undefined;
    return "answer lost";
  };
  const sending = {
    method: "POST",
    key,
    json: { content: "Once" },
    headers: { "Idempotency-Key": "2026-11-29-post-1" },
  };
  const names = { [key]: "YOUR_KEY" };
  await expectRecorded("outcome_unknown", { path: "/api/v1/posts", sending, server: server.url, names });
  const again = await send(new URL("/api/v1/posts", server.url).href, sending);
  expect(again).toMatchObject({ status: 201 });
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  expect(await database().prisma.post.count({ where: { authorId } })).toBe(1);
});

test("the page about unavailable shows the real response", async () => {
  const { key } = await newAccount();
  await proxy.cut();
  const names = { [key]: "YOUR_KEY" };
  await expectRecorded("unavailable", { path: "/api/v1/me", sending: { key }, server: server.url, names });
});
