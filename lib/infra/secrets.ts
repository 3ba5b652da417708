import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/infra/environment/env";

const keys = new Map<string, Buffer>();

/** Derives a 32-byte key for one purpose from the deployment's secret. No derived key reveals anything of another. */
export function deriveKey(purpose: string, secret = env().encryptionKey): Buffer {
  const name = `${purpose}\0${secret}`;
  let key = keys.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", secret, "pegboard", purpose, 32));
    keys.set(name, key);
  }
  return key;
}

/** Identifies an encryption key without revealing it; may be stored beside the secrets. */
export function keyFingerprint(secret: string): string {
  return deriveKey("fingerprint", secret).toString("hex");
}

/** Signs a text without dots for one purpose, so that it can be given away and taken back. */
export function signText(text: string, purpose: string): string {
  return `${text}.${createHmac("sha256", deriveKey(purpose)).update(text).digest("base64url")}`;
}

/** Returns the text that was signed for a purpose; null if it is not one of ours. */
export function readSigned(signed: string, purpose: string): string | null {
  const [text = ""] = signed.split(".");
  const [given, expected] = [Buffer.from(signed), Buffer.from(signText(text, purpose))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : null;
}

/** A stored secret that none of this deployment's keys can decrypt. */
export class UndecryptableSecret extends Error {
  override name = "UndecryptableSecret";
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a secret for storage in the database (AES-256-GCM, base64). */
export function encrypt(secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey("at rest"), iv);
  const encrypted = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64");
}

/**
 * Decrypts what `encrypt` returned, with the current key or, during a rotation, the previous one.
 * @throws UndecryptableSecret
 */
export function decrypt(encrypted: string): string {
  const secret = tryDecrypt(encrypted);
  if (secret === undefined)
    throw new UndecryptableSecret("A stored secret was encrypted with another key than this process has.");
  return secret;
}

export const canDecrypt = (encrypted: string): boolean => tryDecrypt(encrypted) !== undefined;

function tryDecrypt(encrypted: string): string | undefined {
  const { encryptionKey, previousEncryptionKey: previousKey } = env();
  return decryptWith(encrypted, encryptionKey) ?? (previousKey && decryptWith(encrypted, previousKey));
}

/** Re-encrypts a secret under the current key; undefined if unnecessary, or if the previous key cannot decrypt it. */
export function reencryptSecret(encrypted: string): string | undefined {
  const { encryptionKey, previousEncryptionKey: previousKey } = env();
  if (previousKey === undefined || decryptWith(encrypted, encryptionKey) !== undefined) return undefined;
  const secret = decryptWith(encrypted, previousKey);
  return secret === undefined ? undefined : encrypt(secret);
}

function decryptWith(encrypted: string, key: string): string | undefined {
  const bytes = Buffer.from(encrypted, "base64");
  try {
    const decipher = createDecipheriv("aes-256-gcm", deriveKey("at rest", key), bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
