import { createServer } from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { turnAway } from "@/lib/server/entry/rejection";

/** Connections that may wait to be accepted. In a burst, clients beyond it would retry only after seconds. */
const BACKLOG = 4096;

/**
 * Listens on descriptors of one socket, inherited from the process that bound it, and returns the listeners. libuv
 * accepts one connection per descriptor in each turn of the event loop, so in a busy process the last of a hundred new
 * connections would wait a hundred turns. Several descriptors of the same socket accept that many in a turn.
 */
export function listen(server: net.Server, descriptors: readonly number[], onListening: () => void): net.Server[] {
  const [first, ...others] = descriptors;
  server.listen({ fd: first }, BACKLOG, onListening);
  return [server, ...others.map((fd) => acceptFor(server).listen({ fd }, BACKLOG))];
}

/** A listener whose connections go to the HTTP server. */
function acceptFor(server: net.Server): net.Server {
  return new net.Server({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));
}

/** The socket's queue counts as empty once no connection has arrived for this long. */
const QUIET_MS = 250;
const MAX_WAIT_MS = 3000;
/** This process does nothing else by now. */
const MAX_CONNECTIONS = 1000;

/**
 * Answers 503 on a socket that no worker listens on any more, until `ended` resolves and no more connections arrive.
 * Then closes it; closing it earlier would reset the connections in its queue.
 */
export async function rejectConnectionsUntil(ended: Promise<unknown>, handle: object): Promise<void> {
  let arrivedAt = performance.now();
  const server = createServer((request, response) =>
    turnAway(request, response, "The service is stopping. Nothing was changed; try again shortly."),
  ).on("connection", () => (arrivedAt = performance.now()));
  server.maxConnections = MAX_CONNECTIONS;
  const closed = new Promise((resolve) => server.once("close", resolve));
  server.listen(handle as net.Server, BACKLOG);
  await ended;
  const waitsUntil = performance.now() + MAX_WAIT_MS;
  while (performance.now() < Math.min(arrivedAt + QUIET_MS, waitsUntil)) await sleep(QUIET_MS / 5);
  server.close();
  setTimeout(() => server.closeAllConnections(), QUIET_MS);
  await closed;
}
