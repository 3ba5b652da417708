import type { IncomingMessage } from "node:http";
import { env } from "@/lib/infra/environment/env";
import { networkOf } from "./network";
import { peerOf } from "./peer";

/** Requests of unknown origin share one budget. */
const UNKNOWN = "unknown";

/**
 * Returns the client address that limits count by: the socket's or, behind TRUSTED_PROXIES proxies, the one that the
 * outermost of them saw. IPv6 clients count by /64, since they may use any address in it.
 */
export function clientIp({ headers }: Pick<Request, "headers">): string {
  if (env().vercel) return keyOf(headers.get("x-vercel-forwarded-for") ?? headers.get("x-real-ip")) ?? UNKNOWN;
  return addressOf(headers.get("x-forwarded-for"), peerOf(headers));
}

/** Returns the same for a request to one of our own HTTP servers. */
export function clientIpOf({ headers, socket }: IncomingMessage): string {
  return addressOf(headers["x-forwarded-for"]?.toString(), socket.remoteAddress);
}

function addressOf(forwarded: string | null | undefined, peer: string | undefined): string {
  return keyOf(outermost(forwarded, env().trustedProxies)) ?? keyOf(peer) ?? UNKNOWN;
}

/** Returns the host in the visitor's address bar: the Host header, or its value as forwarded by the trusted proxies. */
export function trustedHost({ headers }: Pick<Request, "headers">): string | undefined {
  const host = outermost(headers.get("x-forwarded-host"), env().trustedProxies) ?? headers.get("host");
  return host?.toLowerCase();
}

/** Each proxy appends on the right; a client may forge any entry to the left of those by trusted proxies. */
function outermost(list: string | null | undefined, trustedProxies: number): string | undefined {
  if (!list || trustedProxies === 0) return undefined;
  const entries = list.split(",").map((entry) => entry.trim());
  return entries.at(-trustedProxies) ?? entries[0];
}

function keyOf(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  return networkOf(withoutPort(text.trim()));
}

/** Removes the port that some proxies add: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
