// Slow: it waits for the full timeout.
import type net from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { postBody } from "@/lib/domain/consequences/webhooks/delivery/attempt";
import { startRawReceiver } from "@/tests/lib/domain/consequences/webhooks/raw-receiver";

test(
  "a request times out after 15 seconds in all, however slowly the response trickles in",
  { timeout: 60_000 },
  async () => {
    const drip = await raw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("X-Slow: 1\r\n"), 200);
      socket.on("close", () => clearInterval(timer));
    });
    const upgrade = await raw((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    );
    const silent = await raw(() => {});
    const replies = await Promise.all([
      postBody(drip, {}, "{}"),
      postBody(silent, {}, "{}"),
      postBody(upgrade, {}, "{}"),
    ]);
    expect(replies.slice(0, 2)).toEqual(Array(2).fill({ kind: "error", message: "No response within 15 s." }));
    expect(replies[2]).toMatchObject({ kind: "error" });
  },
);

async function raw(onConnection: (socket: net.Socket) => void): Promise<string> {
  const { url, stop } = await startRawReceiver(onConnection);
  onTestFinished(stop);
  return url;
}
