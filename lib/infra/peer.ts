import { randomBytes, timingSafeEqual } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

export const PEER_HEADER = "x-pegboard-peer";
/** Instead of a token, between processes that strangers cannot reach. */
const RELAYED = "relayed";

// Next bundles instrumentation and routes separately, and they must agree on the token.
const shared = globalThis as typeof globalThis & { pegboardPeerToken?: string; pegboardSockets?: Map<string, Socket> };

/**
 * Stamps every request with its socket's address before Next sees it, because Next forwards whatever X-Forwarded-For
 * the client sends. A client cannot know the token, so a forged stamp is ignored.
 */
export function stampPeers(): void {
  if (shared.pegboardPeerToken) return;
  const token = (shared.pegboardPeerToken = randomBytes(24).toString("hex"));
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const stamp = `${token} ${request.socket.remoteAddress ?? ""} ${numberOf(request.socket)}`;
    request.headers[PEER_HEADER] = stamp;
    request.rawHeaders.push(PEER_HEADER, stamp);
  });
}

/**
 * Believes the stamps of requests as they come, in a process that only this machine's workers reach: they replace what
 * a client sent by `relayedStamp`.
 */
export function trustStamps(): void {
  shared.pegboardPeerToken = RELAYED;
}

/** The stamp of a request that is passed on to such a process. */
export function relayedStamp({ socket }: IncomingMessage): string {
  return `${RELAYED} ${socket.remoteAddress ?? ""} -`;
}

const numbers = new WeakMap<Socket, string>();
const sockets = (shared.pegboardSockets ??= new Map());

/** Numbers an open connection, so that `closeConnection` can find it. */
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
 * Closes a request's connection at once. A route handler has no other way: a response whose stream fails waits until
 * its reader has taken what was sent before.
 */
export function closeConnection(headers: Headers): void {
  const [token = "", , number = ""] = stampOf(headers);
  // Reset, so that what the reader did not take is not buffered either.
  if (isOurs(token)) sockets.get(number)?.resetAndDestroy();
}

/** Returns the address of the request's socket; undefined if it did not come through this process's server. */
export function peerOf(headers: Headers): string | undefined {
  const [token = "", address] = stampOf(headers);
  return isOurs(token) && address ? address : undefined;
}

/** The stamp is the last value: whatever a client sent under its name stands before it. */
function stampOf(headers: Headers): string[] {
  return headers.get(PEER_HEADER)?.split(", ").at(-1)?.split(" ") ?? [];
}

function isOurs(token: string): boolean {
  const expected = shared.pegboardPeerToken;
  return (
    expected !== undefined &&
    token.length === expected.length &&
    timingSafeEqual(Buffer.from(token), Buffer.from(expected))
  );
}
