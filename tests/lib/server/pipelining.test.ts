import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { inSequence } from "@/lib/server/pipelining";

const running: (() => void)[] = [];
afterEach(() => running.splice(0).forEach((stop) => stop()));

async function connect(answer: RequestListener): Promise<net.Socket> {
  const server = createServer(inSequence(answer)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  running.push(() => void (socket.destroy(), server.close()));
  return socket;
}

const ask = (path: number) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test("a request that is sent ahead is not begun before the answer to the one before it is taken", async () => {
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

test("who sends more than a hundred ahead is not listened to any longer", async () => {
  let begun = 0;
  const socket = await connect(() => (begun += 1));
  socket.write(Array.from({ length: 150 }, (_, n) => ask(n)).join(""));
  await once(socket.resume(), "close");
  expect(begun).toBe(1);
});
