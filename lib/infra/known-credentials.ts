import { hash } from "node:crypto";

/** Our choice: a few megabytes, and more than sign in between two restarts. */
const MAX_KNOWN = 20_000;

// The server's bundles, and the queue in front of them, have separate modules; they share the symbol.
const KEY = Symbol.for("pegboard.known-credentials");
const shared = globalThis as typeof globalThis & { [KEY]?: Map<string, string> };
const known = (shared[KEY] ??= new Map());

/**
 * Records which account a credential belongs to. It grants nothing: admission uses it, before any lookup, to decide
 * whose share of the server a request takes. So entries may outlive a revoked key or an ended session.
 */
export function rememberCredential(credential: string, accountId: string): void {
  const digest = hashOf(credential);
  known.delete(digest);
  known.set(digest, accountId);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
}

/** Returns the account that a credential was last found to belong to; undefined if unknown or long ago. */
export function accountOfCredential(credential: string): string | undefined {
  return known.get(hashOf(credential));
}

const hashOf = (credential: string) => hash("sha1", credential, "base64url");
