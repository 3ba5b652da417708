import { hash } from "node:crypto";
import { processWide } from "@/lib/infra/process/process-wide";
import { supervisor } from "@/lib/infra/process/supervisor";

/** Takes a few megabytes, and exceeds the number of sign-ins between two restarts. */
const MAX_KNOWN = 20_000;

const CHANNEL = "pegboard.known-credentials";

const known = processWide("known-credentials", () => new Map<string, string>())();

/** What a process found out about a credential. */
interface Finding {
  digest: string;
  /** Left out if the lookup failed. */
  accountId?: string;
}

/**
 * Records which account a credential belongs to. An entry grants nothing: admission uses it, before any lookup, only to
 * decide whose share of the server a request takes. So an entry may outlive a revoked key or an ended session, until
 * the first lookup that fails.
 */
export function rememberCredential(credential: string, accountId: string): void {
  const digest = hashOf(credential);
  const isNew = known.get(digest) !== accountId;
  remember(digest, accountId);
  if (isNew) publish({ digest, accountId });
}

/**
 * Forgets a credential whose lookup failed, so that its requests no longer take its former owner's share. Tells the
 * other processes even if it is unknown here: a page process may look up what only workers remember.
 */
export function forgetCredential(credential: string): void {
  const digest = hashOf(credential);
  known.delete(digest);
  publish({ digest });
}

const publish = (finding: Finding) => supervisor()?.publish(CHANNEL, finding);

/** Shares findings with other processes: sessions are looked up in page processes but admitted in workers. */
export function shareKnownCredentials(): void {
  supervisor()?.subscribe(CHANNEL, (message) => {
    const { digest, accountId } = message as Finding;
    if (accountId === undefined) known.delete(digest);
    else remember(digest, accountId);
  });
}

function remember(digest: string, accountId: string): void {
  known.delete(digest);
  known.set(digest, accountId);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
}

/** Returns the account that a credential was last found to belong to; undefined if unknown or evicted. */
export function accountOfCredential(credential: string): string | undefined {
  return known.get(hashOf(credential));
}

const hashOf = (credential: string) => hash("sha1", credential, "base64url");
