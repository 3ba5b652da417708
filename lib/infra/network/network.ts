import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** How many times the bounds of one client the wider IPv6 networks have, of which a client may hold the whole. */
const WIDER = [
  { bits: 56, times: 4 },
  { bits: 48, times: 8 },
];

/** A network whose clients count together. */
export interface Network {
  /** Such as `192.0.2.1` or `2001:db8:1:2::/64`. */
  name: string;
  /** How many times the bounds of one client it has. */
  times: number;
}

/**
 * Returns the network that stands for a client: an IPv4 address, or an IPv6 /64, of which it may use any address.
 * Undefined for what is no address.
 */
export function networkOf(address: string): string | undefined {
  // The fast path of nearly every request: the library would add a twentieth to the cost of a cheap one.
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

/** Whether a client (see `networkOf`) is in a range (see `isRange`), of IPv6 a /64 at least. */
export function isWithin(client: string, range: string): boolean {
  const text = client.replace(/\/64$/, "");
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const [network, bits] = ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range) : ([ipaddr.process(range), 128] as const);
  return (
    address.kind() === network.kind() && address.match(network, Math.min(bits, network.kind() === "ipv4" ? 32 : 64))
  );
}

/** Whether an address is of this machine: a proxy's on it, or a test's. */
export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}
