import { randomBytes, timingSafeEqual } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";

const HEADER = "x-pegboard-peer";

// The server's bundles each have modules of their own, and must agree on the token.
const shared = globalThis as typeof globalThis & { pegboardPeerToken?: string };

/**
 * Writes onto every request, before Next sees it, which address its socket comes from: Next itself passes on whatever
 * X-Forwarded-For a client makes up. The token is what a client cannot know, so a header it sends is worth nothing.
 */
export function stampPeers(): void {
  if (shared.pegboardPeerToken) return;
  const token = (shared.pegboardPeerToken = randomBytes(24).toString("hex"));
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers[HEADER] = `${token} ${request.socket.remoteAddress ?? ""}`;
  });
}

/** The address of the request's socket; undefined for one that came through no server of this process. */
export function peerOf(headers: Headers): string | undefined {
  const [token = "", address] = headers.get(HEADER)?.split(" ") ?? [];
  return isOurs(token) && address ? address : undefined;
}

function isOurs(token: string): boolean {
  const expected = shared.pegboardPeerToken;
  return expected !== undefined && token.length === expected.length && timingSafeEqual(Buffer.from(token), Buffer.from(expected));
}
