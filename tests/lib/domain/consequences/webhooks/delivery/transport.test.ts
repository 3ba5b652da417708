import type net from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { postBody } from "@/lib/domain/consequences/webhooks/delivery/attempt";
import { MAX_RESPONSE_BYTES } from "@/lib/domain/consequences/webhooks/rules";
import { env } from "@/lib/infra/environment/env";
import * as names from "@/lib/infra/network/resolve-name";
import { startRawReceiver } from "@/tests/lib/domain/consequences/webhooks/raw-receiver";
import { startReceiver } from "@/tests/lib/domain/consequences/webhooks/receiver";

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

async function rawReceiver(onConnection: (socket: net.Socket) => void): Promise<string> {
  const { url, stop } = await startRawReceiver(onConnection);
  stops.push(stop);
  return url;
}

describe("a request", () => {
  test("arrives byte for byte, with its headers", async () => {
    const { url, received } = await receiver();
    const body = '{"text":"日本 — naïve 👋"}';
    expect(await postBody(url, { "X-Service-Event": "post.created" }, body)).toMatchObject({
      kind: "response",
      status: 200,
      body: "thanks",
    });
    expect(received[0]).toMatchObject({
      body,
      headers: { "x-service-event": "post.created", "content-length": String(Buffer.byteLength(body)) },
    });
  });

  test("does not follow redirects", async () => {
    const target = await receiver();
    const { url } = await receiver((response) => response.writeHead(302, { Location: target.url }).end("elsewhere"));
    expect(await postBody(url, {}, "{}")).toMatchObject({ status: 302, body: "elsewhere" });
    expect(target.received).toEqual([]);
  });

  test("reads the beginning of an endless response and disconnects", async () => {
    const { url } = await receiver((response) => {
      const timer = setInterval(() => response.write("é".repeat(4000)), 1);
      response.on("close", () => clearInterval(timer));
    });
    const reply = await postBody(url, {}, "{}");
    expect(reply).toMatchObject({ kind: "response", status: 200 });
    const { body } = reply as { body: string };
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_RESPONSE_BYTES);
    expect(body).toMatch(/^é+$/);
  });

  test("keeps a binary response as text that can be stored", async () => {
    const { url } = await receiver((response) => response.end(Buffer.alloc(30_000, Buffer.from([0, 0xff, 0x41]))));
    const { body } = (await postBody(url, {}, "{}")) as { body: string };
    expect(body).not.toContain("\0");
    expect(body.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_RESPONSE_BYTES);
  });

  test("treats a 2xx whose body breaks off as a response", async () => {
    const url = await rawReceiver((socket) =>
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", () => setTimeout(() => socket.destroy(), 30)),
    );
    expect(await postBody(url, {}, "{}")).toMatchObject({ status: 200, body: "half" });
  });

  test("describes what went wrong", async () => {
    const reset = await rawReceiver((socket) => socket.on("data", () => socket.resetAndDestroy()));
    const noise = await rawReceiver((socket) => socket.write("SSH-2.0-OpenSSH\r\n"));
    const { url: closed, stop } = await startReceiver();
    await stop();
    expect(await postBody(reset, {}, "{}")).toEqual({
      kind: "error",
      message: "The connection was reset before a response arrived.",
    });
    expect(await postBody(noise, {}, "{}")).toEqual({ kind: "error", message: "The response is not HTTP." });
    expect(await postBody(closed, {}, "{}")).toEqual({ kind: "error", message: "The connection was refused." });
    expect(await postBody("http://no-such-host-for-pegboard.example/", {}, "{}")).toEqual({
      kind: "error",
      message: "The host's name does not resolve.",
    });
  });

  test("is repeated when the receiver closed an idle connection", async () => {
    let connections = 0;
    const url = await rawReceiver((socket) => {
      const first = (connections += 1) === 1;
      let requests = 0;
      socket.on("data", () => {
        requests += 1;
        if (first && requests === 2) socket.resetAndDestroy();
        else socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
      });
    });
    expect(await postBody(url, {}, "{}")).toMatchObject({ status: 200 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await postBody(url, {}, "{}")).toMatchObject({ status: 200 });
    expect(connections).toBe(2);
  });
});

describe("where private targets are rejected, a request", () => {
  beforeEach(() => void (env().webhooks.allowPrivateTargets = false));

  test("opens no socket to a private address, whatever was registered", async () => {
    const { url, received } = await receiver();
    expect(await postBody(url.replace("http:", "https:"), {}, "{}")).toMatchObject({
      kind: "error",
      message: expect.stringContaining("public internet"),
    });
    expect(await postBody(url, {}, "{}")).toMatchObject({ kind: "error", message: expect.stringContaining("https") });
    expect(received).toEqual([]);
  });

  test("checks the address that it connects to, so that a name changed since registration is rejected", async () => {
    const connections: net.Socket[] = [];
    const url = new URL(await rawReceiver((socket) => void connections.push(socket)));
    vi.spyOn(names, "resolveName").mockResolvedValue(["1.1.1.1", "127.0.0.1"]);
    expect(await postBody(`https://rebound.example:${url.port}/`, {}, "{}")).toEqual({
      kind: "error",
      message: "rebound.example resolves to an address that is not on the public internet.",
    });
    expect(connections).toEqual([]);
  });

  test("is not sent when the name server fails", async () => {
    vi.spyOn(names, "resolveName").mockRejectedValue(Object.assign(new Error("x"), { code: "ESERVFAIL" }));
    expect(await postBody("https://example.com/", {}, "{}")).toMatchObject({ kind: "error" });
  });
});
