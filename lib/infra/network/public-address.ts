import ipaddr from "ipaddr.js";
import { env } from "@/lib/infra/environment/env";
import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";

/** Azure's metadata service has an address in a public range. */
const AZURE_METADATA = "168.63.129.16";
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Returns whether an address is on the public internet. Anything but plain unicast is not: private, loopback,
 * link-local, CGNAT, multicast and documentation ranges, and IPv6 that embeds IPv4 (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast" || address.toString() === AZURE_METADATA) return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_UNICAST);
}

/** Returns why no request may go to a URL that a stranger chose, judged without a name lookup; undefined if it may. */
export function findPublicUrlProblem(text: string): string | undefined {
  const { allowPrivateTargets } = env().webhooks;
  if (!(allowPrivateTargets ? /^https?:\/\//i : /^https:\/\//i).test(text)) return "url must begin with https://";
  const url = /[\s\\]/.test(text) ? undefined : parseUrl(text);
  if (!url) return "url must be an address such as https://example.com/hooks";
  if (url.username || url.password) return "url must not contain a user name or password";
  if (url.port && url.port !== "443" && Number(url.port) < 1024) return "url's port must be 443, or 1024 and above";
  return allowPrivateTargets || isPublicHost(url.hostname) ? undefined : notPublic(url.hostname);
}

export const notPublic = (hostname: string): string => `url's host ${hostname} is not on the public internet`;

/** Returns whether a URL's host may be on the public internet, judged without a name lookup. */
function isPublicHost(hostname: string): boolean {
  const literal = parseLiteral(hostname);
  return literal === undefined ? !isPrivateName(hostname) : isPublicAddress(literal);
}

/**
 * Returns the literal address of a URL's host. The URL parser has normalized hexadecimal, octal and short spellings.
 */
export function parseLiteral(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare) ? bare : undefined;
}

/** Names that mean this machine or its network, whatever they resolve to. */
function isPrivateName(hostname: string): boolean {
  return /(^|\.)(localhost|local|internal)\.?$/i.test(hostname);
}
