import type { PlinkoStep } from "@/lib/domain/play/coins/plinko";
import { BALL_RADIUS, BIN_FLOOR, HOPPER, PEG_RADIUS, rowY } from "./layout";

/** The path of a ball as a function of time: no canvas, no clock. */
export type Flight = { arcs: readonly Arc[]; hits: readonly Hit[]; durationMs: number };

export type Hit = { at: number; x: number; y: number; row: number };

export type Pose = {
  x: number;
  y: number;
  /** Rotation in radians. */
  spin: number;
  /** From 0 (round) to 1 (flattest), on the side that faces `towards` (radians). */
  squash: number;
  towards: number;
};

/** With reduced motion the path is shown one step at a time. */
export type Manner = "travel" | "steps";

export const STEP_MS = 170;

export function fallMs(path: readonly PlinkoStep[], manner: Manner): number {
  return manner === "steps" ? STEP_MS * path.length : flightOf(path).durationMs;
}

export function flightOf(path: readonly PlinkoStep[]): Flight {
  const arcs = arcsAlong(path);
  const hits = path.slice(0, -1).map((step, row) => ({ at: arcs[row + 1]!.start, x: step.x, y: rowY(row), row }));
  const last = arcs.at(-1)!;
  return { arcs, hits, durationMs: last.start + last.duration };
}

export function poseAt({ arcs, hits, durationMs }: Flight, ms: number): Pose {
  const time = Math.min(Math.max(ms, 0), durationMs);
  const arc = arcs.findLast(({ start }) => start <= time)!;
  const done = (time - arc.start) / arc.duration;
  const x = arc.from.x + (arc.to.x - arc.from.x) * done;
  const y = arc.from.y + (arc.to.y - arc.from.y) * done - arc.bow * done * (1 - done);
  const spin = arc.spinFrom + arc.spinBy * done;
  const hit = hits.findLast(({ at }) => at <= time);
  if (!hit) return { x, y, spin, squash: 0, towards: 0 };
  const squash = Math.exp((hit.at - time) / SQUASH_FADES_MS);
  return { x, y, spin, squash, towards: Math.atan2(hit.y - y, hit.x - x) };
}

const RELEASE_MS = 220;
const SLOWEST_ROW_MS = 130;
const FASTEST_ROW_MS = 90;
const INTO_BIN_MS = 130;
const REBOUNDS = [
  { height: 0.03, duration: 150 },
  { height: 0.008, duration: 90 },
];
/** How far the parabola bows up from the straight line, as a share of the fall: 1 would start at rest. */
const BOUNCE = 1.7;
const SPIN_A_ROW = 0.9;
const SQUASH_FADES_MS = 70;
/** How far from the peg's top the ball hits it, as a share of the distance between their centres. */
const OFF_CENTRE = 0.38;

type Point = { x: number; y: number };

/** A stretch of free fall: straight in x, a parabola in y. */
type Arc = { start: number; duration: number; from: Point; to: Point; bow: number; spinFrom: number; spinBy: number };

function arcsAlong(path: readonly PlinkoStep[]): Arc[] {
  const arcs: Arc[] = [];
  const fall = (to: Point, duration: number, bounce: number, spinBy: number, rebound = 0) => {
    const before = arcs.at(-1);
    const from = before?.to ?? HOPPER;
    arcs.push({
      start: before ? before.start + before.duration : 0,
      duration,
      from,
      to,
      bow: (to.y - from.y) * bounce + 4 * rebound,
      spinFrom: before ? before.spinFrom + before.spinBy : 0,
      spinBy,
    });
  };
  const rows = path.length - 1;
  const floor = { x: path[rows]!.x, y: BIN_FLOOR - BALL_RADIUS };
  fall(touchOf(path, 0), RELEASE_MS, 1, 0);
  for (let row = 1; row < rows; row += 1)
    fall(touchOf(path, row), rowMs(row, rows), BOUNCE, SPIN_A_ROW * side(path[row]!));
  fall(floor, INTO_BIN_MS, BOUNCE, SPIN_A_ROW * side(path[rows]!));
  for (const { height, duration } of REBOUNDS) fall(floor, duration, 0, 0, height);
  return arcs;
}

/** The ball's centre as it hits the peg below step `row`, on the side it leaves to. */
export function touchOf(path: readonly PlinkoStep[], row: number): Point {
  const apart = BALL_RADIUS + PEG_RADIUS;
  const beside = OFF_CENTRE * apart * side(path[row + 1]!);
  return { x: path[row]!.x + beside, y: rowY(row) - Math.sqrt(apart ** 2 - beside ** 2) };
}

function side(step: PlinkoStep): number {
  return step.direction === "right" ? 1 : -1;
}

function rowMs(row: number, rows: number): number {
  return SLOWEST_ROW_MS + (FASTEST_ROW_MS - SLOWEST_ROW_MS) * ((row - 1) / (rows - 2));
}
