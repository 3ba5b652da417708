import { drop, type Drop } from "./plinko";

/**
 * Commit and reveal: the hash of the server's seed is published before the drop and the seed after it, so that anyone
 * can recompute the drop. Uses Web Crypto, so that browser and server run the same code.
 */
type DropSeeds = { serverSeed: string; clientSeed: string; nonce: number };

export type PastDrop = DropSeeds & { serverSeedHash: string; landedBin: number };

export type Verification = Drop & { byte: number; seedMatches: boolean; landingMatches: boolean };

/** Returns the first byte of HMAC-SHA256(key = the seed's text, message = `clientSeed:nonce`). */
export async function randomByte(serverSeed: string, clientSeed: string, nonce: number): Promise<number> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8(serverSeed), algorithm, false, ["sign"]);
  const digest = await crypto.subtle.sign("HMAC", key, utf8(`${clientSeed}:${nonce}`));
  return new DataView(digest).getUint8(0);
}

export async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Recomputes a drop from its revealed seed, and returns whether it matches what was committed and shown. */
export async function verifyDrop(past: PastDrop): Promise<Verification> {
  const [hash, byte] = await Promise.all([
    sha256Hex(past.serverSeed),
    randomByte(past.serverSeed, past.clientSeed, past.nonce),
  ]);
  const replay = drop(byte);
  return {
    ...replay,
    byte,
    seedMatches: hash === past.serverSeedHash,
    landingMatches: replay.landedBin === past.landedBin,
  };
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
