import { PAYOUT_FACTOR } from "./rules";

/** Rows of pegs between two walls, with this many bins below. */
export const ROWS = 8;
export const BINS = 5;

const RIGHT_WALL = 2 * (BINS - 1);
const START = RIGHT_WALL / 2;
const STEERINGS = 2 ** ROWS;

export type PlinkoStep = { x: number; y: number; direction: "start" | "left" | "right" };

export type Drop = { path: PlinkoStep[]; landedBin: number };

/**
 * The ball's way for one steering byte, most significant bit first: 1 is right, 0 is left.
 * Positions count half bins from wall to wall; at a wall the ball comes back, whatever the bit says.
 */
export function drop(steering: number): Drop {
  let position = START;
  const path: PlinkoStep[] = [stepAt(position, 0, "start")];
  for (let row = 1; row <= ROWS; row += 1) {
    const direction = turn(position, (steering >> (ROWS - row)) & 1);
    position += direction === "right" ? 1 : -1;
    path.push(stepAt(position, row, direction));
  }
  return { path, landedBin: position / 2 };
}

/** The chances of each bin, counted over every steering byte: exactly 7, 16, 18, 16 and 7 of 64. */
export const ODDS_OF = 64;
export const ODDS: readonly number[] = countLandings();

export function payoutOf(amount: number, won: boolean): number {
  return won ? amount * PAYOUT_FACTOR : 0;
}

/** What a bet does to the balance. */
export function changeOf(amount: number, won: boolean): number {
  return payoutOf(amount, won) - amount;
}

function turn(position: number, bit: number): "left" | "right" {
  if (position === 0) return "right";
  if (position === RIGHT_WALL) return "left";
  return bit === 1 ? "right" : "left";
}

/** Shares of the board's width and height, with one bin as a fifth of the width. */
function stepAt(position: number, row: number, direction: PlinkoStep["direction"]): PlinkoStep {
  return { x: (position + 1) / (2 * BINS), y: row / ROWS, direction };
}

function countLandings(): number[] {
  const landings = new Array<number>(BINS).fill(0);
  for (let steering = 0; steering < STEERINGS; steering += 1) {
    const { landedBin } = drop(steering);
    landings[landedBin] = (landings[landedBin] ?? 0) + ODDS_OF / STEERINGS;
  }
  return landings;
}
