import net, { type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { post } from "@/lib/domain/webhooks/post";
import { MAX_ANSWER_BYTES } from "@/lib/domain/webhooks/rules";
import { env } from "@/lib/infra/env";
import * as names from "@/lib/infra/resolve-name";
import { startReceiver } from "./receiver";

const allowed = env().webhooks.allowPrivateTargets;
const stops: (() => unknown)[] = [];
beforeEach(() => void (env().webhooks.allowPrivateTargets = true));
afterEach(async () => {
  env().webhooks.allowPrivateTargets = allowed;
  vi.restoreAllMocks();
  for (const stop of stops.splice(0)) await stop();
});

async function receiver(...behaviour: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...behaviour);
  stops.push(started.stop);
  return started;
}

/** A server that speaks no HTTP of its own. */
async function rawServer(onConnection: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("a post", () => {
  test("arrives byte for byte, with its headers", async () => {
    const { url, received } = await receiver();
    const body = '{"text":"日本 — naïve 👋"}';
    expect(await post(url, { "X-Service-Event": "post.created" }, body)).toMatchObject({
      kind: "answer",
      status: 200,
      body: "thanks",
    });
    expect(received[0]).toMatchObject({
      body,
      headers: { "x-service-event": "post.created", "content-length": String(Buffer.byteLength(body)) },
    });
  });

  test("does not follow a redirect", async () => {
    const target = await receiver();
    const { url } = await receiver((response) => response.writeHead(302, { Location: target.url }).end("elsewhere"));
    expect(await post(url, {}, "{}")).toMatchObject({ status: 302, body: "elsewhere" });
    expect(target.received).toEqual([]);
  });

  test("reads the start of an endless answer, and goes", async () => {
    const { url } = await receiver((response) => {
      const timer = setInterval(() => response.write("é".repeat(4000)), 1);
      response.on("close", () => clearInterval(timer));
    });
    const reply = await post(url, {}, "{}");
    expect(reply).toMatchObject({ kind: "answer", status: 200 });
    const { body } = reply as { body: string };
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    expect(body).toMatch(/^é+$/);
  });

  test("keeps an answer of bytes as text that can be stored", async () => {
    const { url } = await receiver((response) => response.end(Buffer.alloc(30_000, Buffer.from([0, 0xff, 0x41]))));
    const { body } = (await post(url, {}, "{}")) as { body: string };
    expect(body).not.toContain("\0");
    expect(body.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  });

  test("counts a 2xx whose body breaks off as an answer", async () => {
    const url = await rawServer((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", () => setTimeout(() => socket.destroy(), 30)),
    );
    expect(await post(url, {}, "{}")).toMatchObject({ status: 200, body: "half" });
  });

  test("says in words what went wrong", async () => {
    const reset = await rawServer((socket) => socket.on("data", () => socket.resetAndDestroy()));
    const noise = await rawServer((socket) => socket.write("SSH-2.0-OpenSSH\r\n"));
    const { url: closed, stop } = await startReceiver();
    await stop();
    expect(await post(reset, {}, "{}")).toEqual({
      kind: "fault",
      words: "The connection broke before an answer came.",
    });
    expect(await post(noise, {}, "{}")).toEqual({ kind: "fault", words: "The answer is not HTTP." });
    expect(await post(closed, {}, "{}")).toEqual({ kind: "fault", words: "The connection was refused." });
    expect(await post("http://no-such-host-for-pegboard.example/", {}, "{}")).toEqual({
      kind: "fault",
      words: "The host's name does not resolve.",
    });
  });

  test("gives up after 15 seconds as a whole, however the answer is drawn out", { timeout: 20_000 }, async () => {
    const drip = await rawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("X-Slow: 1\r\n"), 200);
      socket.on("close", () => clearInterval(timer));
    });
    const upgrade = await rawServer((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    );
    const silent = await rawServer(() => {});
    const startedAt = Date.now();
    const replies = await Promise.all([post(drip, {}, "{}"), post(silent, {}, "{}"), post(upgrade, {}, "{}")]);
    expect(replies.slice(0, 2)).toEqual(Array(2).fill({ kind: "fault", words: "No answer within 15 s." }));
    expect(replies[2]).toMatchObject({ kind: "fault" });
    expect(Date.now() - startedAt).toBeLessThan(16_000);
  });

  test("tries again by itself when the receiver closed an idle connection", async () => {
    let connections = 0;
    const url = await rawServer((socket) => {
      const first = (connections += 1) === 1;
      let requests = 0;
      socket.on("data", () => {
        requests += 1;
        if (first && requests === 2) socket.resetAndDestroy();
        else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      });
    });
    expect(await post(url, {}, "{}")).toMatchObject({ status: 200 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await post(url, {}, "{}")).toMatchObject({ status: 200 });
    expect(connections).toBe(2);
  });
});

describe("where private targets are refused, a post", () => {
  beforeEach(() => void (env().webhooks.allowPrivateTargets = false));

  test("opens no socket to an address of the private network, whatever was registered before", async () => {
    const { url, received } = await receiver();
    expect(await post(url.replace("http:", "https:"), {}, "{}")).toMatchObject({
      kind: "fault",
      words: expect.stringContaining("public internet"),
    });
    expect(await post(url, {}, "{}")).toMatchObject({ kind: "fault", words: expect.stringContaining("https") });
    expect(received).toEqual([]);
  });

  test("checks the addresses that it connects to: a name that changed since registration finds no way in", async () => {
    const connections: net.Socket[] = [];
    const url = new URL(await rawServer((socket) => void connections.push(socket)));
    vi.spyOn(names, "resolveName").mockResolvedValue(["1.1.1.1", "127.0.0.1"]);
    expect(await post(`https://rebound.example:${url.port}/`, {}, "{}")).toEqual({
      kind: "fault",
      words: "rebound.example leads to an address that is not in the public internet.",
    });
    expect(connections).toEqual([]);
  });

  test("goes nowhere when the name server fails", async () => {
    vi.spyOn(names, "resolveName").mockRejectedValue(Object.assign(new Error("x"), { code: "ESERVFAIL" }));
    expect(await post("https://example.com/", {}, "{}")).toMatchObject({ kind: "fault" });
  });
});
