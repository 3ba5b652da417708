import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "@/lib/domain/errors";
import { rejectAtEntry } from "./entry-rejection";
import { BACKLOG } from "./listeners";

/** Our choice: for so long no connection comes before the queue counts as empty, and no longer is it waited for. */
const QUIET_MS = 250;
const MAX_WAIT_MS = 3000;
const RETRY_AFTER_SECONDS = 5;
/** Our choice: this process has nothing to do but this, and few have heard that the service stops. */
const MAX_CONNECTIONS = 1000;

/**
 * Answers 503 on a socket that no worker listens on any more, until `ended` and then until nothing arrives: closed with
 * connections in its queue, it would reset them. Closes the socket.
 */
export async function refuseUntil(ended: Promise<unknown>, handle: object): Promise<void> {
  let arrivedAt = performance.now();
  const server = createServer(refuse).on("connection", () => (arrivedAt = performance.now()));
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

function refuse(request: IncomingMessage, response: ServerResponse): void {
  const error = new DomainError("unavailable", "The service is stopping. Nothing was changed; try again shortly.", {
    retryAfter: RETRY_AFTER_SECONDS,
  });
  // Unread, what has arrived of a body would reset the connection before its answer is read.
  request.resume();
  rejectAtEntry(request, response, error, { Connection: "close" });
}
