// Slow: it disconnects its own server from the database.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "@/tests/support/test-server";
import { type TcpProxy, startTcpProxy } from "@/tests/support/tcp-proxy";
import { eventually } from "@/tests/support/eventually";

const PASSWORD = "four words make one";
/** Internal details that must not leak: hosts, libraries, statements. */
const INTERNAL = /127\.0\.0\.1|prisma|postgres|ECONN|findUnique|SELECT|stack/i;

let proxy: TcpProxy;
let server: TestServer;
beforeAll(async () => {
  proxy = await startTcpProxy(process.env.DATABASE_URL!);
  // The default limits, which an outage must not spend. A pulse of the worker would only log.
  server = await startTestServer(proxy.url, {
    RATE_LIMIT_SIGN_IN: "20/60",
    RATE_LIMIT_SIGN_UP: "5/3600",
    LOG_LEVEL: "silent",
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET,
  });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await proxy.close();
});

const ask = (path: string, init: RequestInit = {}) => fetch(new URL(path, server.url), { redirect: "manual", ...init });
const cookiesOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");

function registerAs(handle: string): Promise<Response> {
  const body = JSON.stringify({ name: "Mel", handle, email: `${handle}@example.com`, password: PASSWORD });
  return ask("/api/register", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}

async function signIn(login: string, password: string, json = "true"): Promise<Response> {
  const csrf = await ask("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  return ask("/api/auth/callback/credentials", {
    method: "POST",
    headers: { Cookie: cookiesOf(csrf) },
    body: new URLSearchParams({ csrfToken, login, password, json, callbackUrl: "/" }),
  });
}

async function expectUnavailable(response: Response): Promise<void> {
  const text = await response.text();
  expect({ status: response.status, text }).toEqual({ status: 503, text: expect.stringContaining("error") });
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(text + JSON.stringify([...response.headers])).not.toMatch(INTERNAL);
}

describe("during an outage of the database", () => {
  const handle = `out_${randomUUID().slice(0, 8)}`;
  let session = "";
  beforeAll(async () => {
    expect((await registerAs(handle)).status).toBe(201);
    session = cookiesOf(await signIn(handle, PASSWORD));
    await proxy.cut();
  });

  test("signing in is answered 503, also by form, and reveals no internal details", async () => {
    for (let n = 0; n < 12; n++) await expectUnavailable(await signIn(handle, PASSWORD, n % 2 ? "true" : "false"));
    for (let n = 0; n < 12; n++) await expectUnavailable(await signIn(handle, "wrong"));
  });

  test("registering is answered 503", async () => {
    for (let n = 0; n < 8; n++) await expectUnavailable(await registerAs(`late_${n}`));
  });

  test("a signed-in user is not treated as signed out", async () => {
    for (const path of ["/api/me", "/api/coins"])
      await expectUnavailable(await ask(path, { headers: { Cookie: session } }));
    for (const path of ["/coins", "/settings/account", "/login"]) {
      const { status, headers } = await ask(path, { headers: { Cookie: session } });
      expect({ path, status, location: headers.get("location") }).toEqual({
        path,
        status: expect.toSatisfy((code: number) => code >= 500),
        location: null,
      });
    }
  });

  test("signing out is not confirmed, and the cookie stays", async () => {
    const csrf = await ask("/api/auth/csrf", { headers: { Cookie: session } });
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const response = await ask("/api/auth/signout", {
      method: "POST",
      headers: { Cookie: `${session}; ${cookiesOf(csrf)}` },
      body: new URLSearchParams({ csrfToken, json: "true" }),
    });
    await expectUnavailable(response);
    expect(response.headers.getSetCookie().join()).not.toContain("session-token=;");
  });

  test("no attempt was counted: after the outage, all of this works", async () => {
    await proxy.restore();
    // Each process detects the recovery by itself: a worker reads sessions, the page process signs in.
    await eventually(async () => expect((await ask("/api/me", { headers: { Cookie: session } })).status).toBe(200));
    await eventually(async () => expect((await signIn(handle, "wrong")).status).toBe(401));
    for (let n = 0; n < 8; n++) expect((await signIn(handle, "wrong")).status).toBe(401);
    expect((await signIn(handle, PASSWORD)).status).toBe(200);
    await eventually(async () => expect((await registerAs(`back_${randomUUID().slice(0, 8)}`)).status).toBe(201));
    expect((await ask("/api/me", { headers: { Cookie: session } })).status).toBe(200);
  });
});
