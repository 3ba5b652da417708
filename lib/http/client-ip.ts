import ipaddr from "ipaddr.js";
import { env } from "@/lib/infra/env";
import { peerOf } from "./peer";

/** Requests of no known origin share one budget. */
const UNKNOWN = "unknown";

/**
 * Whom a limit per address counts: the socket's address or, behind as many proxies as TRUSTED_PROXIES says, the one the
 * outermost of them saw. An IPv6 client is its /64: it may pick any address in there.
 */
export function clientIp({ headers }: Pick<Request, "headers">): string {
  const { vercel, trustedProxies } = env();
  if (vercel) return keyOf(headers.get("x-vercel-forwarded-for") ?? headers.get("x-real-ip")) ?? UNKNOWN;
  const peer = peerOf(headers);
  return keyOf(outermost(headers.get("x-forwarded-for"), trustedProxies)) ?? keyOf(peer) ?? UNKNOWN;
}

/** The host people see in their address bar: the Host header, or what the trusted proxies forward of it. */
export function trustedHost({ headers }: Pick<Request, "headers">): string | undefined {
  const host = outermost(headers.get("x-forwarded-host"), env().trustedProxies) ?? headers.get("host");
  return host?.toLowerCase();
}

/** Each proxy adds to the right of such a list; what stands left of the trusted ones' entries a client may have made up. */
function outermost(list: string | null, trustedProxies: number): string | undefined {
  if (!list || trustedProxies === 0) return undefined;
  const entries = list.split(",").map((entry) => entry.trim());
  return entries.at(-trustedProxies) ?? entries[0];
}

function keyOf(text: string | null | undefined): string | undefined {
  const address = withoutPort(text?.trim() ?? "");
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address); // an IPv4 address written as IPv6 becomes IPv4
  if (parsed.kind() === "ipv4") return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** Some proxies add the port: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
