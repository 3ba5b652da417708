// Slow: it stops its own servers while they work.
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { listRequests } from "@/lib/domain/accounts/request-log/queries";
import { send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
import { type OwnServer, startOwnServer } from "@/tests/support/own-server";
import { startReceiver } from "@/tests/support/receiver";

const running: OwnServer[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.stop("SIGKILL"))));

async function start(changes?: Record<string, string>) {
  const server = await startOwnServer(changes);
  running.push(server);
  return server;
}

const OUTCOMES: Record<number, string> = { 200: "answered", 503: "refused" };
/** On a busy machine, a server's start and first responses take long. */
const SLOW_START = { timeout: 120_000 };
const SIGNALS = ["SIGTERM", "SIGINT"] as const;

test.each(SIGNALS)(
  "deliveries in progress at a %s arrive exactly once, and are recorded",
  SLOW_START,
  async (signal) => {
    const { url, stop } = await start({ SHUTDOWN_GRACE_SECONDS: "60" });
    const receiver = await startReceiver(async () => (await sleep(3000), { status: 204 }));
    const { key } = await newAccount();
    const { id } = (
      await send("/api/v1/webhooks", { method: "POST", key, json: { url: receiver.url, events: ["post.created"] } })
    ).json as { id: string };
    for (let n = 0; n < 8; n += 1)
      await send(`${url}/api/v1/posts`, { method: "POST", key, json: { content: `Post ${n}` } });
    await eventually(() => expect(receiver.arrivals).toHaveLength(8), { timeoutMs: 60_000 });
    expect((await stop(signal)).code).toBe(0);
    // The other server on this database may have claimed them: then that one records them.
    await eventually(
      async () => {
        const { recentDeliveries } = (await send(`/api/v1/webhooks/${id}`, { key })).json as {
          recentDeliveries: { status: string; attempts: number }[];
        };
        expect(recentDeliveries.map(({ status, attempts }) => ({ status, attempts }))).toEqual(
          Array(8).fill({ status: "delivered", attempts: 1 }),
        );
      },
      { timeoutMs: 60_000 },
    );
    expect(receiver.arrivals).toHaveLength(8);
    expect(new Set(receiver.arrivals.map(({ headers }) => headers["webhook-id"])).size).toBe(8);
    await receiver.stop();
  },
);

test("requests answered just before a SIGTERM are in the log of their key", SLOW_START, async () => {
  const { url, stop } = await start();
  const { key, ctx } = await newAccount();
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await send(`${url}/api/v1/me`, { key })).headers.get("x-request-id") ?? "");
  expect((await stop("SIGTERM")).code).toBe(0);
  const { data } = await listRequests(ctx(), { limit: 50 });
  expect(data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test.each(SIGNALS)(
  "clients with busy connections lose no request to a %s, and do not delay the exit",
  SLOW_START,
  async (signal) => {
    const { url, stop } = await start({ SHUTDOWN_GRACE_SECONDS: "60" });
    let answered = 0;
    const lost: unknown[] = [];
    const clients = Array.from({ length: 16 }, async (_, n) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        const outcome = await ask(`${url}${n % 2 ? "/login" : "/api/v1/openapi.json"}`, agent);
        if (outcome === "refused") return;
        if (outcome === "answered") answered += 1;
        else lost.push(outcome);
      }
    });
    await eventually(() => expect(answered).toBeGreaterThan(64), { timeoutMs: 60_000 });
    const { code, ms } = await stop(signal);
    await Promise.all(clients);
    expect({ code, lost }).toEqual({ code: 0, lost: [] });
    expect(ms).toBeLessThan(30_000);
  },
);

test(
  "a request in progress at the signal is answered, and one that never ends delays the exit by the grace time at most",
  SLOW_START,
  async () => {
    const { url, port, stop } = await start({ SHUTDOWN_GRACE_SECONDS: "10" });
    const begin = (path: string) => {
      const socket = net.connect(port, "127.0.0.1");
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`);
      return socket.on("error", () => undefined);
    };
    const finished = begin("/api/register");
    begin("/api/register");
    await fetch(`${url}/api/register`, { method: "POST" });
    const ended = stop("SIGTERM");
    await eventually(async () => expect((await fetch(url)).status).toBe(503), { timeoutMs: 8000 });
    finished.write("}");
    const answer = String((await once(finished, "data"))[0]);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
    const { code, ms } = await ended;
    expect(code).toBe(0);
    expect(ms).toBeGreaterThan(9500);
    expect(ms).toBeLessThan(20_000);
  },
);

test("a repeated signal has no further effect", SLOW_START, async () => {
  const { process: child, stop } = await start();
  const ended = stop("SIGINT");
  child.kill("SIGTERM");
  expect((await ended).code).toBe(0);
});

/** A connection to a stopping server is answered 503, or refused once it has stopped. */
function ask(url: string, agent: http.Agent): Promise<unknown> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent }, (response) => {
      response
        .on("error", resolve)
        .on("end", () => resolve(OUTCOMES[response.statusCode ?? 0] ?? response.statusCode))
        .resume();
    });
    request.on("error", (error: NodeJS.ErrnoException) =>
      resolve(
        request.reusedSocket
          ? `${error.code} on a connection in use`
          : error.code === "ECONNREFUSED" || error.code === "ECONNRESET"
            ? "refused"
            : error,
      ),
    );
  });
}
