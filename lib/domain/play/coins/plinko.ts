import { PAYOUT_FACTOR } from "./rules";

/** Rows of pegs between two walls, with this many bins below. */
export const ROWS = 8;
export const BINS = 5;

const RIGHT_WALL = 2 * (BINS - 1);
const START = RIGHT_WALL / 2;
const BYTE_VALUES = 2 ** ROWS;

export type PlinkoStep = { x: number; y: number; direction: "start" | "left" | "right" };

export type Drop = { path: PlinkoStep[]; landedBin: number };

/**
 * Returns the ball's path for one random byte, most significant bit first: 1 is right, 0 is left. Positions count half
 * bins from wall to wall; at a wall the ball bounces back, whatever the bit.
 */
export function drop(byte: number): Drop {
  let position = START;
  const path: PlinkoStep[] = [stepAt(position, 0, "start")];
  for (let row = 1; row <= ROWS; row += 1) {
    const direction = turn(position, (byte >> (ROWS - row)) & 1);
    position += direction === "right" ? 1 : -1;
    path.push(stepAt(position, row, direction));
  }
  return { path, landedBin: position / 2 };
}

/** The odds of each bin, counted over every random byte: exactly 7, 16, 18, 16 and 7 of 64. */
export const ODDS_OF = 64;
export const ODDS: readonly number[] = countLandings();

/**
 * XP for winning on a bin, more than in proportion to its rarity, because every bin pays the same; and how
 * much of it a day earns, in about an hour.
 */
export const WIN_XP: readonly number[] = ODDS.map((odds) => Math.round((ODDS_OF / odds) ** 2 / 4));
export const WIN_XP_A_DAY = 200;

export function payoutOf(amount: number, won: boolean): number {
  return won ? amount * PAYOUT_FACTOR : 0;
}

export function changeOf(amount: number, won: boolean): number {
  return payoutOf(amount, won) - amount;
}

function turn(position: number, bit: number): "left" | "right" {
  if (position === 0) return "right";
  if (position === RIGHT_WALL) return "left";
  return bit === 1 ? "right" : "left";
}

/** Returns a position as a fraction of the board's width and height, with one bin being a fifth of the width. */
function stepAt(position: number, row: number, direction: PlinkoStep["direction"]): PlinkoStep {
  return { x: (position + 1) / (2 * BINS), y: row / ROWS, direction };
}

function countLandings(): number[] {
  const landings = new Array<number>(BINS).fill(0);
  for (let byte = 0; byte < BYTE_VALUES; byte += 1) {
    const { landedBin } = drop(byte);
    landings[landedBin] = (landings[landedBin] ?? 0) + ODDS_OF / BYTE_VALUES;
  }
  return landings;
}

/** Returns the number of a bin as people count, from one; the API counts from zero. */
export function binNumber(bin: number): number {
  return bin + 1;
}

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
