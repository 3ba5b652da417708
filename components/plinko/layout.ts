import { BINS, ROWS } from "@/lib/domain/play/coins/plinko";

/** The board's dimensions, as shares of its width. */
export const HEIGHT = 0.985;

export const BALL_RADIUS = 0.025;
export const PEG_RADIUS = 0.0125;

export const HOPPER = { x: 0.5, y: 0.058 };

const FIRST_ROW = 0.165;
const ROW_PITCH = 0.0815;
const PEG_GAP = 1 / BINS;

export const BIN_WIDTH = PEG_GAP;
/** The cups begin where the last row of pegs ends: its pegs are the heads of the dividers. */
export const BIN_TOP = FIRST_ROW + (ROWS - 1) * ROW_PITCH;
export const BIN_FLOOR = 0.865;

/** The rows of a grid over the lower board: the cups, and the floor below them. */
export const BINS_GRID = {
  top: percent(BIN_TOP / HEIGHT),
  gridTemplateRows: `${percent((BIN_FLOOR - BIN_TOP) / (HEIGHT - BIN_TOP))} 1fr`,
};

export function rowY(row: number): number {
  return FIRST_ROW + row * ROW_PITCH;
}

export type Peg = { x: number; y: number; row: number };

/** Rows alternate: one peg above the middle of each bin, then one between every two. */
export const PEGS: readonly Peg[] = Array.from({ length: ROWS }, (_, row) => pegsOfRow(row)).flat();

/** The rows where a wall touches the outer pegs, so that the ball can only bounce back. */
export const WALL_ROWS: readonly number[] = Array.from({ length: ROWS / 2 }, (_, index) => 2 * index);

export function binX(bin: number): number {
  return (bin + 0.5) * BIN_WIDTH;
}

function pegsOfRow(row: number): Peg[] {
  const overBins = row % 2 === 0;
  const count = overBins ? BINS : BINS - 1;
  const first = overBins ? PEG_GAP / 2 : PEG_GAP;
  return Array.from({ length: count }, (_, index) => ({ x: first + index * PEG_GAP, y: rowY(row), row }));
}

function percent(share: number): string {
  return `${share * 100}%`;
}
