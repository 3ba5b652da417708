import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import net, { type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { bodyMemory } from "@/lib/server/entry/body-memory";
import { EntryRequest } from "@/lib/server/entry/request-body";
import { eventually } from "@/tests/support/eventually";

const running: (() => void)[] = [];
afterEach(() => running.splice(0).forEach((stop) => stop()));

/** A server whose route reads every body, and answers when it is complete. */
async function start(bodies: ReturnType<typeof bodyMemory>, limitBytes: number) {
  const server = createServer({ IncomingMessage: EntryRequest }, (request, response) => {
    bodies.watch(request, response, limitBytes);
    void takeIn(request).then(
      () => response.end("ok"),
      () => undefined,
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  running.push(() => (server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  return (announced: number) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${announced}\r\n\r\n`);
    running.push(() => socket.destroy());
    return socket;
  };
}

async function takeIn(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
}

const KB = Buffer.alloc(1024);

test("if unfinished bodies hold too much memory, the oldest are cut off, and active senders are answered", async () => {
  const bodies = bodyMemory({ maxHeldBytes: 10 * 1024 });
  const send = await start(bodies, 8 * 1024);
  const lost: number[] = [];
  for (let n = 0; n < 12; n += 1) {
    const socket = send(4096);
    socket.on("close", () => lost.push(n));
    socket.write(Buffer.concat([KB, KB]));
    await eventually(() => expect(bodies.heldBytes).toBeGreaterThanOrEqual(Math.min(n + 1, 5) * 2048));
    expect(bodies.heldBytes).toBeLessThanOrEqual(10 * 1024);
  }
  await eventually(() => expect(lost).toEqual([0, 1, 2, 3, 4, 5, 6]));
  const whole = send(1024);
  whole.write(KB);
  expect(String((await once(whole, "data"))[0])).toMatch(/^HTTP\/1\.1 200 OK/);
});

test("answered and disconnected requests no longer hold memory", async () => {
  const bodies = bodyMemory();
  const send = await start(bodies, 8 * 1024);
  const whole = send(1024);
  whole.write(KB);
  await once(whole, "data");
  const gone = send(4096);
  gone.write(KB);
  await eventually(() => expect(bodies.heldBytes).toBe(1024));
  gone.destroy();
  await eventually(() => expect(bodies.heldBytes).toBe(0));
});

test("a body that exceeds its limit is cut off, whatever its route does", async () => {
  const send = await start(bodyMemory({ slackBytes: 1024 }), 1024);
  const endless = send(10_000_000);
  const writing = setInterval(() => endless.write(KB), 1);
  await new Promise((resolve) => endless.once("close", resolve));
  clearInterval(writing);
});

test("a body that has not begun after ten seconds gets a 408, and one in progress continues", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const bodies = bodyMemory();
  const send = await start(bodies, 8 * 1024);
  const [silent, begun] = [send(2048), send(2048)];
  begun.write(KB);
  await eventually(() => expect(bodies.heldBytes).toBe(1024));
  const answer = once(silent, "data");
  vi.advanceTimersByTime(11_000);
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 408 /);
  begun.write(KB);
  expect(String((await once(begun, "data"))[0])).toMatch(/^HTTP\/1\.1 200 OK/);
});

test("the body that has been unfinished longest can be cut off, among all or some connections", async () => {
  const bodies = bodyMemory();
  const sockets: Socket[] = [];
  const server = createServer({ IncomingMessage: EntryRequest }, (request, response) => {
    sockets.push(request.socket);
    bodies.watch(request, response, 8 * 1024);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  running.push(() => (server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  for (let n = 0; n < 3; n += 1) {
    const socket = net.connect(port, "127.0.0.1").on("error", () => undefined);
    socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n");
    await eventually(() => expect(sockets).toHaveLength(n + 1));
  }
  expect(bodies.closeOldest(new Set([sockets[1]!]))).toBe(true);
  expect(bodies.closeOldest()).toBe(true);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
  expect(bodies.closeOldest(new Set([sockets[0]!]))).toBe(false);
});
