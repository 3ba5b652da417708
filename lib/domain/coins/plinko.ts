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

export function payoutOf(amount: number, won: boolean): number {
  return won ? amount * PAYOUT_FACTOR : 0;
}

/** Returns what a bet does to the balance. */
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

/** People count from one, the API from zero. */
export function cupNumber(bin: number): number {
  return bin + 1;
}
