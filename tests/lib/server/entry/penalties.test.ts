import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { Penalties } from "@/lib/server/entry/penalties";

test("a penalized client is rejected for a while, and no other client", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const penalties = new Penalties();
    penalties.add({ remoteAddress: "192.0.2.1" });
    expect([penalties.has({ remoteAddress: "192.0.2.1" }), penalties.has({ remoteAddress: "192.0.2.2" })]).toEqual([
      true,
      false,
    ]);
    vi.advanceTimersByTime(10_001);
    expect(penalties.has({ remoteAddress: "192.0.2.1" })).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test.each(["127.0.0.1", "::1"])("%s, the address of a local proxy or tool, is never penalized", (remoteAddress) => {
  const penalties = new Penalties();
  const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() }) as unknown as Socket;
  penalties.accept(socket);
  penalties.addAndClose(socket);
  expect([penalties.has(socket), vi.mocked(socket.destroy).mock.calls.length]).toEqual([false, 0]);
});

test("the oldest penalties are dropped beyond the maximum", () => {
  const penalties = new Penalties();
  for (let n = 0; n <= 10_000; n += 1) penalties.add({ remoteAddress: `10.0.${n >> 8}.${n & 255}` });
  expect([penalties.has({ remoteAddress: "10.0.0.0" }), penalties.has({ remoteAddress: "10.0.39.16" })]).toEqual([
    false,
    true,
  ]);
});

test("a client that pipelines far too much loses all its connections, and others keep theirs", () => {
  const penalties = new Penalties();
  const connect = (remoteAddress: string) => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress, destroyed: false, destroy: () => socket });
    socket.destroy = () => Object.assign(socket, { destroyed: true });
    return socket as unknown as Socket;
  };
  const [first, second, other] = ["192.0.2.1", "192.0.2.1", "192.0.2.2"].map(connect) as [Socket, Socket, Socket];
  expect([first, second, other].map((socket) => penalties.accept(socket))).toEqual([true, true, true]);
  penalties.addAndClose(first);
  expect([first, second, other].map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
  const late = connect("192.0.2.1");
  expect([penalties.accept(late), late.destroyed]).toEqual([false, true]);
});
