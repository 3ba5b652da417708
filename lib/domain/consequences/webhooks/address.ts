import { DomainError, unavailable } from "@/lib/domain/kernel/errors";
import { env } from "@/lib/infra/environment/env";
import { findPublicUrlProblem, isPublicAddress, notPublic, parseLiteral } from "@/lib/infra/network/public-address";
import { resolveName } from "@/lib/infra/network/resolve-name";
import { processShare } from "@/lib/infra/process/supervisor";
import { MAX_URL_LENGTH } from "./rules";

/** Makes no DNS lookup; undefined if the URL can be a destination. */
export function findUrlProblem(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH) return `url must be at most ${MAX_URL_LENGTH} characters long`;
  return findPublicUrlProblem(text);
}

/** Concurrent DNS lookups at registration, for one account and in total. Each may take seconds. */
const MAX_LOOKUPS = { perAccount: 2, total: 8 };
const LOOKUP_RETRY_SECONDS = 5;
const lookupsByAccount = new Map<string, number>();

/**
 * Returns why a URL's host may not be a destination; undefined if it may, or does not resolve: it may do so later.
 * Bounds concurrent lookups, which can be slow.
 * @throws `rate_limited` or `unavailable` when too many lookups are in progress
 */
export async function findResolvedProblem(text: string, accountId: string): Promise<string | undefined> {
  const { hostname } = new URL(text);
  if (env().webhooks.allowPrivateTargets || parseLiteral(hostname) !== undefined) return undefined;
  const addresses = await resolveBounded(hostname, accountId);
  return addresses.every(isPublicAddress) ? undefined : notPublic(hostname);
}

async function resolveBounded(hostname: string, accountId: string): Promise<string[]> {
  const own = lookupsByAccount.get(accountId) ?? 0;
  const total = [...lookupsByAccount.values()].reduce((sum, count) => sum + count, 0);
  if (own >= MAX_LOOKUPS.perAccount)
    throw new DomainError("rate_limited", "Other URLs of yours are still being checked. Try again in a moment.", {
      retryAfterSeconds: LOOKUP_RETRY_SECONDS,
    });
  if (total >= processShare(MAX_LOOKUPS.total))
    throw unavailable(
      "Too many URLs are being checked right now. Nothing was changed; try again shortly.",
      LOOKUP_RETRY_SECONDS,
    );
  lookupsByAccount.set(accountId, own + 1);
  const addresses = await resolveName(hostname).catch(() => []);
  const left = (lookupsByAccount.get(accountId) ?? 1) - 1;
  if (left === 0) lookupsByAccount.delete(accountId);
  else lookupsByAccount.set(accountId, left);
  return addresses;
}
