// Slow: it disconnects its own server from the database.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "@/tests/support/test-server";
import { eventually } from "@/tests/support/eventually";
import { startTcpProxy, type TcpProxy } from "@/tests/support/tcp-proxy";

/** Internal details that must not leak: hosts, libraries, errors. */
const INTERNAL = /127\.0\.0\.1|prisma|postgres|ECONN|DatabaseNotReachable/i;

let proxy: TcpProxy;
let server: TestServer;
beforeAll(async () => {
  proxy = await startTcpProxy(process.env.DATABASE_URL!);
  server = await startTestServer(proxy.url, { LOG_LEVEL: "silent", NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await proxy.close();
});

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, server.url), { headers });
  return { status: response.status, cache: response.headers.get("cache-control"), text: await response.text() };
}
const SOMEBODY = { Cookie: "next-auth.session-token=00000000-0000-4000-8000-000000000000" };

test("while the database is away, the status says so, to visitors and to members, and recovers by itself", async () => {
  const expectAllWorks = async () => expect((await read("/status")).text.includes("Everything works")).toBe(true);
  await eventually(expectAllWorks);
  await proxy.cut();
  for (const headers of [{}, SOMEBODY])
    await eventually(async () => {
      const { status, cache, text } = await read("/status", headers);
      expect({ status, cache }).toEqual({ status: 200, cache: expect.stringContaining("no-store") });
      expect(/Skip to content.*Part of the site is down.*Database<\/span><span[^>]*>Down/s.test(text)).toBe(true);
      expect(INTERNAL.exec(text)).toBeNull();
    });
  await eventually(async () => {
    const { status, text } = await read("/api/health/status");
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      status: "down",
      parts: expect.arrayContaining([
        { part: "database", name: "Database", status: "down" },
        { part: "worker", name: "Webhook deliveries", status: "unknown" },
      ]),
    });
    expect(text).not.toMatch(INTERNAL);
  });
  expect((await read("/")).status).toBeGreaterThanOrEqual(500);
  await proxy.restore();
  await eventually(expectAllWorks);
});
