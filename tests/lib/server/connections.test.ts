import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { Connections, networkOf } from "@/lib/server/connections";

class FakeSocket extends EventEmitter {
  destroyed = false;
  constructor(readonly remoteAddress: string) {
    super();
  }
  destroy() {
    this.destroyed = true;
    this.emit("close");
  }
}

const connect = (connections: Connections, address: string) => {
  const socket = new FakeSocket(address) as unknown as Socket;
  connections.add(socket);
  return socket;
};
const open = (sockets: Socket[]) => sockets.map(({ destroyed }) => !destroyed);

test("a client with too many connections loses the one that was idle longest, and others none", () => {
  const connections = new Connections({ maxPerClient: 2 });
  const other = connect(connections, "192.0.2.9");
  const [first, second] = [connect(connections, "192.0.2.1"), connect(connections, "192.0.2.1")];
  connections.beginRequest(first);
  const third = connect(connections, "192.0.2.1");
  expect(open([other, first, second, third])).toEqual([true, true, false, true]);
  connections.beginRequest(third);
  expect(connect(connections, "192.0.2.1").destroyed, "all its connections are at work").toBe(true);
  connections.endRequest(third);
  expect(connect(connections, "192.0.2.1").destroyed).toBe(false);
  expect(third.destroyed).toBe(true);
});

test("in all there are no more than so many, whoever they are of", () => {
  const connections = new Connections({ maxConnections: 2 });
  const sockets = ["192.0.2.1", "127.0.0.1", "192.0.2.3"].map((address) => connect(connections, address));
  expect(open(sockets)).toEqual([false, true, true]);
  expect(connections.size).toBe(2);
  for (const socket of sockets.slice(1)) connections.beginRequest(socket);
  expect(connect(connections, "192.0.2.4").destroyed).toBe(true);
});

test("closes what has been idle for so long, and nothing that is at work", () => {
  vi.useFakeTimers();
  const connections = new Connections();
  const [idle, busy] = [connect(connections, "192.0.2.1"), connect(connections, "192.0.2.1")];
  connections.beginRequest(busy);
  vi.advanceTimersByTime(400);
  const fresh = connect(connections, "192.0.2.1");
  vi.advanceTimersByTime(200);
  connections.closeIdle(500);
  expect(open([idle, busy, fresh])).toEqual([false, true, true]);
  vi.useRealTimers();
});

test("a client is an IPv4 address or an IPv6 network, and this machine is nobody's", () => {
  expect(networkOf("::ffff:192.0.2.1")).toBe(networkOf("192.0.2.1"));
  expect(networkOf("2001:db8::1")).toBe(networkOf("2001:db8::ffff:1"));
  expect(networkOf("2001:db8::1")).not.toBe(networkOf("2001:db8:0:1::1"));
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1", undefined]) expect(networkOf(address)).toBeUndefined();
});
