import { env } from "@/lib/infra/env";
import { isPrivateName, isPublicAddress, literalAddress, resolveName } from "./addresses";
import { URL_LENGTH } from "./rules";

/** What speaks against a URL as webhooks' destination, as far as it tells by itself. */
export function destinationProblem(text: string): string | undefined {
  if (text.length > URL_LENGTH) return `url has at most ${URL_LENGTH} characters`;
  const open = env().webhooks.allowPrivateTargets;
  if (!(open ? /^https?:\/\//i : /^https:\/\//i).test(text)) return "url must begin with https://";
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return "url must be an address such as https://example.com/hooks";
  const url = new URL(text);
  if (url.username || url.password) return "url must not hold a user name or password";
  if (url.port && url.port !== "443" && Number(url.port) < 1024) return "url's port must be 443, or 1024 and above";
  return open ? undefined : hostProblem(url.hostname);
}

/** The same for what only a name server knows. A name that does not resolve just now may do so later. */
export async function resolvedProblem(text: string): Promise<string | undefined> {
  const { hostname } = new URL(text);
  if (env().webhooks.allowPrivateTargets || literalAddress(hostname) !== undefined) return undefined;
  const addresses = await resolveName(hostname).catch(() => []);
  return addresses.every(isPublicAddress) ? undefined : `url's host ${hostname} ${PRIVATE}`;
}

function hostProblem(hostname: string): string | undefined {
  const literal = literalAddress(hostname);
  const reachable = literal === undefined ? !isPrivateName(hostname) : isPublicAddress(literal);
  return reachable ? undefined : `url's host ${hostname} ${PRIVATE}`;
}

const PRIVATE = "is not in the public internet";
