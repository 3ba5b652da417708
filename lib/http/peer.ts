import { randomBytes, timingSafeEqual } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

const HEADER = "x-pegboard-peer";

// The server's bundles each have modules of their own, and must agree on the token.
const shared = globalThis as typeof globalThis & { pegboardPeerToken?: string; pegboardSockets?: Map<string, Socket> };

/**
 * Writes onto every request, before Next sees it, which address its socket comes from: Next itself passes on whatever
 * X-Forwarded-For a client makes up. The token is what a client cannot know, so a header it sends is worth nothing.
 */
export function stampPeers(): void {
  if (shared.pegboardPeerToken) return;
  const token = (shared.pegboardPeerToken = randomBytes(24).toString("hex"));
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[HEADER] = `${token} ${request.socket.remoteAddress ?? ""} ${numberOf(request.socket)}`;
  });
}

const numbers = new WeakMap<Socket, string>();
const sockets = (shared.pegboardSockets ??= new Map());

/** A number for an open connection, by which `hangUp` finds it. */
function numberOf(socket: Socket): string {
  const known = numbers.get(socket);
  if (known !== undefined) return known;
  const number = randomBytes(8).toString("hex");
  numbers.set(socket, number);
  sockets.set(number, socket);
  socket.once("close", () => sockets.delete(number));
  return number;
}

/**
 * Closes a request's connection at once. A route handler cannot do so otherwise: an answer whose stream fails waits for its
 * reader to take what was sent before.
 */
export function hangUp(headers: Headers): void {
  const [token = "", , number = ""] = headers.get(HEADER)?.split(" ") ?? [];
  // Reset, so that what the reader did not take is not kept for it either.
  if (isOurs(token)) sockets.get(number)?.resetAndDestroy();
}

/** The address of the request's socket; undefined for one that came through no server of this process. */
export function peerOf(headers: Headers): string | undefined {
  const [token = "", address] = headers.get(HEADER)?.split(" ") ?? [];
  return isOurs(token) && address ? address : undefined;
}

function isOurs(token: string): boolean {
  const expected = shared.pegboardPeerToken;
  return (
    expected !== undefined &&
    token.length === expected.length &&
    timingSafeEqual(Buffer.from(token), Buffer.from(expected))
  );
}
