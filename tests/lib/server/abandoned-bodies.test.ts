import { once } from "node:events";
import { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { drainIfAbandoned } from "@/lib/server/abandoned-bodies";

const KB = Buffer.alloc(1024);

test.each(["is not read", "is read in part"])("a body that %s is drained, but not forever", async (what) => {
  const server = createServer((request, response) => {
    drainIfAbandoned(request, response, { maxDrainedBytes: 64 * 1024 });
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
