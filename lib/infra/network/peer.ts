import { randomBytes, timingSafeEqual } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { processWide } from "@/lib/infra/process/process-wide";

export const PEER_HEADER = "x-pegboard-peer";
/** Replaces the token between processes that strangers cannot reach. */
const RELAYED = "relayed";

const shared = processWide<{ token?: string }>("peer-token", () => ({}));

/**
 * Stamps every request with its socket's address before Next sees it, because Next forwards whatever X-Forwarded-For
 * the client sends. A client cannot know the token, so a forged stamp is ignored.
 */
export function stampPeers(): void {
  if (shared().token) return;
  const token = (shared().token = randomBytes(24).toString("hex"));
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const stamp = `${token} ${request.socket.remoteAddress ?? ""}`;
    request.headers[PEER_HEADER] = stamp;
    request.rawHeaders.push(PEER_HEADER, stamp);
  });
}

/**
 * Trusts the stamps of incoming requests, in a process that only this machine's workers can reach: workers replace any
 * stamp that a client sent with `relayedStamp`.
 */
export function trustStamps(): void {
  shared().token = RELAYED;
}

/** The stamp of a request that is forwarded to such a process. */
export function relayedStamp({ socket }: IncomingMessage): string {
  return `${RELAYED} ${socket.remoteAddress ?? ""}`;
}

/** Returns the address that a request was stamped with. */
export function peerOf(headers: Headers): string | undefined {
  // Our stamp is the last value: anything that a client sent under this header comes before it.
  const [token = "", address] = headers.get(PEER_HEADER)?.split(", ").at(-1)?.split(" ") ?? [];
  return isOurs(token) && address ? address : undefined;
}

function isOurs(token: string): boolean {
  const expected = shared().token;
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
 * Closes a request's connection at once, if this process has it. A route handler has no other way: a response whose
 * stream fails is not closed until the reader has received everything sent before.
 */
export function closeConnection(request: Request): void {
  // A reset also discards what the reader has not received.
  sockets.get(request)?.resetAndDestroy();
}
