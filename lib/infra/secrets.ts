import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env";

const keys = new Map<string, Buffer>();

/** A key of 32 bytes for one purpose, made from the deployment's secret: knowing one tells nothing of the others. */
export function deriveKey(purpose: string): Buffer {
  let key = keys.get(purpose);
  if (!key) {
    key = Buffer.from(hkdfSync("sha256", env().encryptionKey, "pegboard", purpose, 32));
    keys.set(purpose, key);
  }
  return key;
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

export function openSecret(sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", deriveKey("at rest"), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}
