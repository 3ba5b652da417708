import type { Server } from "node:http";
import net from "node:net";

/** Connections that may wait to be accepted. In a burst, clients beyond it would retry only after seconds. */
export const BACKLOG = 4096;

/**
 * Listens on descriptors of one socket, inherited from the process that bound it, and returns the listeners. libuv
 * accepts one connection per descriptor in each turn of the event loop, so in a busy process the last of a hundred new
 * connections would wait a hundred turns. Several descriptors of the same socket accept that many in a turn.
 */
export function listen(server: Server, descriptors: readonly number[], onListening: () => void): net.Server[] {
  const [first, ...others] = descriptors;
  server.listen({ fd: first }, BACKLOG, onListening);
  return [server, ...others.map((fd) => acceptFor(server).listen({ fd }, BACKLOG))];
}

/** A listener whose connections go to the HTTP server. */
function acceptFor(server: Server): net.Server {
  return new net.Server({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));
}
