import { createServer } from "node:http";
import type net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { turnAway } from "./entry-rejection";
import { BACKLOG } from "./listeners";

/** Our choice: the socket's queue counts as empty once no connection has arrived for this long. */
const QUIET_MS = 250;
const MAX_WAIT_MS = 3000;
/** Our choice: this process does nothing else by now. */
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
