import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

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
 * Returns the network by which a client is counted: its IPv4 address, or its IPv6 /64, in which it may use any address.
 * Undefined for anything but an address.
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
