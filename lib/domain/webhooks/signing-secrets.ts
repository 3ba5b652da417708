import { canDecrypt, decrypt } from "@/lib/infra/secrets";

interface EncryptedSecrets {
  secret: string;
  previousSecret: string | null;
  previousSecretEndsAt: Date | null;
}

/**
 * Returns the decrypted secrets that sign at `now`, newest first. A previous secret that cannot be decrypted is
 * omitted.
 * @throws UndecryptableSecret if the current one cannot be decrypted
 */
export function signingSecrets(
  { secret, previousSecret, previousSecretEndsAt }: EncryptedSecrets,
  now: Date,
): string[] {
  const overlaps =
    previousSecret !== null &&
    previousSecretEndsAt !== null &&
    previousSecretEndsAt > now &&
    canDecrypt(previousSecret);
  return (overlaps ? [secret, previousSecret] : [secret]).map(decryptCached);
}

const MAX_CACHED_SECRETS = 200;
const cachedSecrets = new Map<string, string>();

/** Caches, because an endpoint's deliveries come in bursts, and decrypting costs as much as signing. */
function decryptCached(encrypted: string): string {
  const secret = cachedSecrets.get(encrypted) ?? decrypt(encrypted);
  if (cachedSecrets.size === MAX_CACHED_SECRETS) cachedSecrets.clear();
  cachedSecrets.set(encrypted, secret);
  return secret;
}
