import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env";

const keys = new Map<string, Buffer>();

/** A key of 32 bytes for one purpose, made from the deployment's secret: knowing one tells nothing of the others. */
export function deriveKey(purpose: string, secret = env().encryptionKey): Buffer {
  const name = `${purpose}\0${secret}`;
  let key = keys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", secret, "pegboard", purpose, 32));
    keys.set(name, key);
  }
  return key;
}

/** What tells two encryption keys apart, and may be stored where their secrets are. */
export function keyFingerprint(secret: string): string {
  return deriveKey("fingerprint", secret).toString("hex");
}

/** A stored secret that none of this deployment's keys opens. */
export class UndecryptableSecret extends Error {
  override name = "UndecryptableSecret";
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what the database must keep but nobody who reads the database may know (AES-256-GCM, base64). */
export function sealSecret(secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey("at rest"), iv);
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/**
 * Decrypts what `sealSecret` gave, with the present key or, while that changes, the former one.
 * @throws UndecryptableSecret
 */
export function openSecret(sealed: string): string {
  const { encryptionKey, previousEncryptionKey: previousKey } = env();
  const secret =
    decrypt(sealed, encryptionKey) ?? (previousKey === undefined ? undefined : decrypt(sealed, previousKey));
  if (secret === undefined)
    throw new UndecryptableSecret("A stored secret was encrypted with another key than this process has.");
  return secret;
}

export function canDecrypt(sealed: string): boolean {
  const { encryptionKey, previousEncryptionKey: previousKey } = env();
  return (
    decrypt(sealed, encryptionKey) !== undefined ||
    (previousKey !== undefined && decrypt(sealed, previousKey) !== undefined)
  );
}

/** The same secret under the present key; undefined where it is, or where the former key does not open it either. */
export function reencryptSecret(sealed: string): string | undefined {
  const { encryptionKey, previousEncryptionKey: previousKey } = env();
  if (previousKey === undefined || decrypt(sealed, encryptionKey) !== undefined) return undefined;
  const secret = decrypt(sealed, previousKey);
  return secret === undefined ? undefined : sealSecret(secret);
}

function decrypt(sealed: string, key: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", deriveKey("at rest", key), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
