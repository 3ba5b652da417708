import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { inSequence } from "@/lib/server/entry/pipelining";
import { eventually } from "@/tests/support/eventually";

const running: (() => void)[] = [];
afterEach(() => running.splice(0).forEach((stop) => stop()));

async function connect(answer: RequestListener, options?: Parameters<typeof inSequence>[1]): Promise<net.Socket> {
  const server = createServer(inSequence(answer, options)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  running.push(() => void (socket.destroy(), server.close()));
  return socket;
}

const ask = (path: number) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test("a pipelined request does not begin before the previous response has been read", async () => {
  const begun: string[] = [];
  const socket = await connect((request, response) => {
    begun.push(request.url!);
    response.end(Buffer.alloc(32 * 1024 * 1024));
  });
  socket.pause().write(ask(1) + ask(2) + ask(3));
  await once(socket, "readable");
  expect(begun).toEqual(["/1"]);
  socket.resume();
  while (begun.length < 3) await once(socket, "data");
  expect(begun).toEqual(["/1", "/2", "/3"]);
});

test("a client that pipelines more than a hundred requests is disconnected", async () => {
  let begun = 0;
  const penalized: net.Socket[] = [];
  const socket = await connect(() => (begun += 1), { onTooManyAhead: (one) => penalized.push(one) });
  socket.write(Array.from({ length: 150 }, (_, n) => ask(n)).join(""));
  await once(socket.resume(), "close");
  expect([begun, penalized.length]).toEqual([1, 1]);
});

test("reading pauses while a few requests wait, and all are answered in the end", async () => {
  const begun: (() => void)[] = [];
  const urls: string[] = [];
  const socket = await connect(({ url }, response) => {
    urls.push(url!);
    begun.push(() => response.end("ok"));
  });
  let answers = "";
  socket.on("data", (chunk) => (answers += String(chunk)));
  const large = (path: number) => `GET /${path} HTTP/1.1\r\nHost: x\r\nX-Filler: ${"f".repeat(9000)}\r\n\r\n`;
  // Far more than one read, and than the sockets' buffers and the waiting requests can hold.
  const requests = Array.from({ length: 40 }, (_, n) => large(n));
  for (const request of requests) {
    socket.write(request);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  for (let n = 0; n < requests.length; n += 1) {
    await eventually(() => expect(begun).toHaveLength(n + 1));
    begun[n]!();
  }
  await eventually(() => expect(answers.match(/200 OK/g)).toHaveLength(requests.length));
  expect(urls).toEqual(requests.map((_, n) => `/${n}`));
});

test("a client whose waiting headers exceed the bound for all clients is disconnected", async () => {
  let begun = 0;
  const socket = await connect(() => (begun += 1), { maxWaitingBytes: 20_000 });
  const large = `GET / HTTP/1.1\r\nHost: x\r\nX-Filler: ${"f".repeat(14_000)}\r\n\r\n`;
  const closed = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
  socket.resume().write(large.repeat(7));
  await closed;
  expect(begun).toBe(1);
});

test("small headers count by the memory that they take, not by their length", async () => {
  let begun = 0;
  const socket = await connect(() => (begun += 1), { maxWaitingBytes: 20_000 });
  const closed = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
  socket.resume().write(`GET / HTTP/1.1\r\nHost: x\r\n${"a:\r\n".repeat(90)}\r\n`.repeat(7));
  await closed;
  expect(begun).toBe(1);
});
