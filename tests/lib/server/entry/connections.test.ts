import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, test, vi } from "vitest";
import { clientOfAddress, Connections } from "@/lib/server/entry/connections";

class FakeSocket extends EventEmitter {
  destroyed = false;
  constructor(readonly remoteAddress: string) {
    super();
  }
  destroy(): this {
    this.destroyed = true;
    this.emit("close");
    return this;
  }
}

const connect = (connections: Connections, address: string) => {
  const socket = new FakeSocket(address) as unknown as Socket;
  connections.add(socket);
  return socket;
};
const open = (sockets: Socket[]) => sockets.map(({ destroyed }) => !destroyed);

test("a client with too many connections loses the one idle longest, and other clients lose none", () => {
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

test("bounds the connections of all clients together", () => {
  const connections = new Connections({ maxConnections: 2 });
  const sockets = ["192.0.2.1", "127.0.0.1", "192.0.2.3"].map((address) => connect(connections, address));
  expect(open(sockets)).toEqual([false, true, true]);
  expect(connections.size).toBe(2);
  for (const socket of sockets.slice(1)) connections.beginRequest(socket);
  expect(connect(connections, "192.0.2.4").destroyed).toBe(true);
});

test("closes connections that have been idle for the given time, and none with a request in progress", () => {
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

test("an IPv6 client cannot have more by using a whole /56 or /48", () => {
  const connections = new Connections({ maxPerClient: 2 });
  const busy = (address: string) => {
    const socket = connect(connections, address);
    connections.beginRequest(socket);
    return socket;
  };
  const inOne56 = Array.from({ length: 12 }, (_, n) => busy(`2001:db8:0:${n.toString(16)}::1`));
  expect(open(inOne56).filter(Boolean)).toHaveLength(8);
  const inOne48 = Array.from({ length: 12 }, (_, n) => busy(`2001:db8:0:${n + 1}00::1`));
  expect(open(inOne48).filter(Boolean)).toHaveLength(8);
  expect(busy("2001:db8:1::1").destroyed).toBe(false);
});

test("if none is idle, the connection with the longest incomplete request is closed", () => {
  const unfinished: Socket[] = [];
  const closeUnfinished = vi.fn((among?: ReadonlySet<Socket>) => {
    const oldest = unfinished.find((socket) => !socket.destroyed && (!among || among.has(socket)));
    oldest?.destroy();
    return oldest !== undefined;
  });
  const connections = new Connections({ maxConnections: 3, maxPerClient: 2, closeUnfinished });
  for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.2"]) {
    const socket = connect(connections, address);
    connections.beginRequest(socket);
    unfinished.push(socket);
  }
  expect(connect(connections, "192.0.2.2").destroyed).toBe(false);
  expect(open(unfinished), "the client's own goes first").toEqual([true, false, true]);
  expect(connections.size).toBe(3);
});

test("a connection that was just accepted, whose request may be in transit, is closed last", () => {
  vi.useFakeTimers();
  const closeUnfinished = vi.fn(() => (unfinished.destroyed ? false : Boolean(unfinished.destroy())));
  const connections = new Connections({ maxConnections: 2, closeUnfinished });
  const unfinished = connect(connections, "192.0.2.1");
  connections.beginRequest(unfinished);
  const fresh = connect(connections, "192.0.2.2");
  expect(connect(connections, "192.0.2.3").destroyed).toBe(false);
  expect(open([unfinished, fresh])).toEqual([false, true]);
  vi.advanceTimersByTime(300);
  connect(connections, "192.0.2.4");
  expect(fresh.destroyed, "by now it is idle").toBe(true);
  vi.useRealTimers();
});

test("connections from this machine count for no client", () => {
  expect(clientOfAddress("192.0.2.1")).toBe("192.0.2.1");
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1", undefined])
    expect(clientOfAddress(address)).toBeUndefined();
});
