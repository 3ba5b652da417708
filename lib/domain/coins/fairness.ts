import { drop, type Drop } from "./plinko";

/**
 * Commit and reveal: the hash of the server's seed is shown before the drop, the seed after it, and
 * anyone can compute the drop again. Web Crypto, so that browser and server run these same lines.
 */
export type DropSeeds = { serverSeed: string; clientSeed: string; nonce: number };

export type PastDrop = DropSeeds & { serverSeedHash: string; landedBin: number };

export type Verification = Drop & { steering: number; seedMatches: boolean; landingMatches: boolean };

/** The first byte of HMAC-SHA256(key = the seed's text, message = `clientSeed:nonce`). */
export async function steeringByte(serverSeed: string, clientSeed: string, nonce: number): Promise<number> {
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

/** Replays a drop whose seed has been revealed and says whether the promise was kept. */
export async function verifyDrop(past: PastDrop): Promise<Verification> {
  const [hash, steering] = await Promise.all([
    sha256Hex(past.serverSeed),
    steeringByte(past.serverSeed, past.clientSeed, past.nonce),
  ]);
  const replay = drop(steering);
  return {
    ...replay,
    steering,
    seedMatches: hash === past.serverSeedHash,
    landingMatches: replay.landedBin === past.landedBin,
  };
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
