import { once } from "node:events";
import { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { EntryRequest } from "@/lib/server/entry/request-body";
import { eventually } from "@/tests/support/eventually";

const KB = Buffer.alloc(1024);

test.each(["is not read", "is read in part"])("a body that %s is discarded, but not forever", async (what) => {
  const server = createServer({ IncomingMessage: EntryRequest }, (request, response) => {
    response.once("close", () => request.discardRest(64 * 1024));
    if (what === "is not read") response.end();
    else request.once("data", () => response.end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined).resume();
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n");
  let written = 0;
  const writing = setInterval(() => (socket.write(KB), (written += 1)), 1);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(writing);
  server.close();
  expect(written).toBeGreaterThan(64);
});

test("Node's parser passes each chunk of a body, and its end, to push of the class it is given", async () => {
  const pushed: unknown[] = [];
  class Noted extends EntryRequest {
    override push(chunk: unknown): boolean {
      pushed.push(chunk && String(chunk));
      return super.push(chunk);
    }
  }
  const server = createServer({ IncomingMessage: Noted }, (_request, response) => response.end()).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
  await once(socket, "data");
  socket.destroy();
  server.close();
  expect(pushed).toEqual(["abc", null]);
});

test("a request that follows a discarded body on the connection is answered", async () => {
  const server = createServer({ IncomingMessage: EntryRequest }, (request, response) => {
    response.once("close", () => request.discardRest());
    response.end(request.url);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  let answers = "";
  socket.on("data", (chunk) => (answers += String(chunk)));
  const body = Buffer.alloc(300_000);
  socket.write(`POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`);
  await once(socket, "data");
  socket.write(body);
  socket.write("GET /second HTTP/1.1\r\nHost: x\r\n\r\n");
  await eventually(() => expect(answers).toContain("/second"));
  socket.destroy();
  server.close();
});

test("a body that its guard refuses is cut off, and nothing of it is kept", async () => {
  const kept: number[] = [];
  const server = createServer({ IncomingMessage: EntryRequest }, (request) => {
    request.onChunk = () => false;
    request.once("close", () => kept.push(request.readableLength));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
  const closed = once(socket, "close");
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
  await closed;
  await eventually(() => expect(kept).toEqual([0]));
  server.close();
});
