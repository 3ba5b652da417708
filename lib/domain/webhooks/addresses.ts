import ipaddr from "ipaddr.js";

/**
 * Whether an address lies in the open internet. Whatever is not plain unicast is refused: private, loopback, link-local,
 * CGNAT, multicast, documentation, and IPv6 that wraps IPv4 (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast" || address.toString() === AZURE_METADATA) return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_UNICAST);
}

/** The address that a URL's host spells. The URL parser has undone hexadecimal, octal, short and dotless spellings. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? bare : undefined;
}

/** Names that mean this machine or this network, whatever they resolve to. */
export function isPrivateName(hostname: string): boolean {
  return /(^|\.)(localhost|local|internal)\.?$/i.test(hostname);
}

/** Azure's metadata service hides among public addresses. */
const AZURE_METADATA = "168.63.129.16";
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
