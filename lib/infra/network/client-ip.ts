import { randomBytes, timingSafeEqual } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { isIPv4, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/infra/environment/env";
import { processWide } from "@/lib/infra/process/process-wide";

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

/** Trusts the stamps of requests, in a process that only this machine's workers reach: they replace any client's. */
export function trustStamps(): void {
  shared().token = RELAYED;
}

/** Returns the stamp of a request that is forwarded to such a process. */
export function relayedStamp({ socket }: IncomingMessage): string {
  return `${RELAYED} ${socket.remoteAddress ?? ""}`;
}

function peerOf(headers: Headers): string | undefined {
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

/** The wider IPv6 networks, all of which one client may own, and their bounds as multiples of a single client's. */
const WIDER = [
  { bits: 56, times: 4 },
  { bits: 48, times: 8 },
];

/** A network whose clients are counted together. */
export interface Network {
  /** Such as `192.0.2.1` or `2001:db8:1:2::/64`. */
  name: string;
  /** Its bounds, as a multiple of a single client's. */
  times: number;
}

/**
 * Returns the address by which a client counts: IPv4, or the IPv6 /64 in which it may use any. Undefined for anything
 * else.
 */
export function networkOf(address: string): string | undefined {
  // A fast path for nearly every request: the library would add 5% to the cost of a cheap one.
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address); // converts an IPv4-mapped IPv6 address to IPv4
  if (parsed.kind() === "ipv4") return parsed.toString();
  return prefixOf((parsed as ipaddr.IPv6).parts, 64);
}

/** Returns a client's network (see `networkOf`) and the wider ones that it is in, the narrowest first. */
export function networksAround(network: string): Network[] {
  const own = { name: network, times: 1 };
  const match = /^([0-9a-f:]+)::\/64$/.exec(network);
  if (!match) return [own];
  const parts = match[1]!.split(":").map((part) => parseInt(part, 16));
  return [own, ...WIDER.map(({ bits, times }) => ({ name: prefixOf(parts, bits), times }))];
}

function prefixOf(parts: readonly number[], bits: number): string {
  const kept = parts.slice(0, Math.ceil(bits / 16));
  if (bits % 16 > 0) kept[kept.length - 1]! &= 0xffff << (16 - (bits % 16));
  return `${kept.map((part) => (part & 0xffff).toString(16)).join(":")}::/${bits}`;
}

/** Whether a text is an address or a range in CIDR notation, such as `192.0.2.0/24`. */
export function isRange(text: string): boolean {
  return ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

/** Whether a client (see `networkOf`) is in a range (see `isRange`); an IPv6 range must be at least a /64. */
export function isWithin(client: string, range: string): boolean {
  const text = client.replace(/\/64$/, "");
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const [network, bits] = ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range) : ([ipaddr.process(range), 128] as const);
  return (
    address.kind() === network.kind() && address.match(network, Math.min(bits, network.kind() === "ipv4" ? 32 : 64))
  );
}

/** Whether an address is a loopback address: a proxy on this machine, or a test. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
