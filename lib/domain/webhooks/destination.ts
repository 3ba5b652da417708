import { env } from "@/lib/infra/env";
import { Refusal } from "@/lib/domain/errors";
import { resolveName } from "@/lib/infra/resolve-name";
import { isPrivateName, isPublicAddress, literalAddress } from "./addresses";
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

/** Names that are looked up for those who register: of one account, and in all. Our choice. */
const MAX_LOOKUPS = { perAccount: 2, inAll: 8 };
const LOOKUP_RETRY_SECONDS = 5;
const lookups = new Map<string, number>();

/**
 * The same for what only a name server knows. A name that does not resolve just now may do so later. Name servers may take
 * their time, so an account has few names looked up at once, and nobody takes all there are.
 */
export async function resolvedProblem(text: string, accountId: string): Promise<string | undefined> {
  const { hostname } = new URL(text);
  if (env().webhooks.allowPrivateTargets || literalAddress(hostname) !== undefined) return undefined;
  const own = lookups.get(accountId) ?? 0;
  const all = [...lookups.values()].reduce((sum, count) => sum + count, 0);
  if (own >= MAX_LOOKUPS.perAccount)
    throw new Refusal("rate_limited", "Other addresses of yours are just being checked. Try again in a moment.", {
      retryAfter: LOOKUP_RETRY_SECONDS,
    });
  if (all >= MAX_LOOKUPS.inAll)
    throw new Refusal(
      "unavailable",
      "Too many addresses are being checked just now. Nothing was changed; try again shortly.",
      { retryAfter: LOOKUP_RETRY_SECONDS },
    );
  lookups.set(accountId, own + 1);
  const addresses = await resolveName(hostname).catch(() => []);
  const left = (lookups.get(accountId) ?? 1) - 1;
  if (left === 0) lookups.delete(accountId);
  else lookups.set(accountId, left);
  return addresses.every(isPublicAddress) ? undefined : `url's host ${hostname} ${PRIVATE}`;
}

function hostProblem(hostname: string): string | undefined {
  const literal = literalAddress(hostname);
  const reachable = literal === undefined ? !isPrivateName(hostname) : isPublicAddress(literal);
  return reachable ? undefined : `url's host ${hostname} ${PRIVATE}`;
}

const PRIVATE = "is not in the public internet";
