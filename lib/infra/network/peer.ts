import { randomBytes, timingSafeEqual } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

export const PEER_HEADER = "x-pegboard-peer";
/** Instead of a token, between processes that strangers cannot reach. */
const RELAYED = "relayed";

// Next bundles instrumentation and routes separately, and they must agree on the token.
const shared = globalThis as typeof globalThis & { pegboardPeerToken?: string };

/**
 * Stamps every request with its socket's address before Next sees it, because Next forwards whatever X-Forwarded-For
 * the client sends. A client cannot know the token, so a forged stamp is ignored.
 */
export function stampPeers(): void {
  if (shared.pegboardPeerToken) return;
  const token = (shared.pegboardPeerToken = randomBytes(24).toString("hex"));
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const stamp = `${token} ${request.socket.remoteAddress ?? ""}`;
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
  return `${RELAYED} ${socket.remoteAddress ?? ""}`;
}

/** Returns the address that a request was stamped with. */
export function peerOf(headers: Headers): string | undefined {
  // The stamp is the last value: whatever a client sent under its name stands before it.
  const [token = "", address] = headers.get(PEER_HEADER)?.split(", ").at(-1)?.split(" ") ?? [];
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

const sockets = new WeakMap<Request, Socket>();

/** Notes the connection of a request, so that `closeConnection` can find it. */
export function noteConnection(request: Request, socket: Socket): void {
  sockets.set(request, socket);
}

/**
 * Closes a request's connection at once, where this process has it. A route handler has no other way: a response whose
 * stream fails waits until its reader has taken what was sent before.
 */
export function closeConnection(request: Request): void {
  // Reset, so that what the reader did not take is not buffered either.
  sockets.get(request)?.resetAndDestroy();
}
