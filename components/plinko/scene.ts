import { STEP_MS, flightOf, poseAt, touchOf, type Pose } from "./flight";
import { BALL_RADIUS, BIN_FLOOR, HOPPER, binX, rowY } from "./layout";
import type { Ball, Play } from "./machine";

/** What the canvas shows at one moment, and whether it is moving. */
export type Scene = {
  balls: { pose: Pose; alpha: number }[];
  glows: { x: number; y: number; strength: number }[];
  dots: { x: number; y: number; radius: number; alpha: number }[];
  moving: boolean;
};

type Moment = {
  play: Play;
  now: number;
  /** When the current phase began. */
  since: number;
  /** The last pose of the ball, from which it fades out. */
  resting: Pose | null;
  dots: readonly BrassDot[];
  still: boolean;
};

const IN_HOPPER: Pose = { ...HOPPER, spin: 0, squash: 0, towards: 0 };

export function sceneAt(moment: Moment): Scene {
  const { play, now, since, still } = moment;
  switch (play.phase) {
    case "idle":
      return backToHopper(moment);
    case "dropping":
      return play.ball.at === "hopper" ? waiting(now - since, still) : falling(play.ball, now - play.ball.since);
    case "result":
      return landed(moment, play.drop.landedBin);
  }
}

export function inBin(bin: number): Pose {
  return { x: binX(bin), y: BIN_FLOOR - BALL_RADIUS, spin: 0, squash: 0, towards: 0 };
}

const FADE_MS = 220;
const GLOW_FADES_MS = 260;
const EMPTY = { glows: [], dots: [] };

function backToHopper({ now, since, resting }: Moment): Scene {
  const shown = Math.min((now - since) / FADE_MS, 1);
  const ready = { pose: IN_HOPPER, alpha: shown };
  const balls = resting && shown < 1 ? [{ pose: resting, alpha: 1 - shown }, ready] : [ready];
  return { ...EMPTY, balls, moving: shown < 1 };
}

/** The ball trembles in the hopper until the response arrives. */
function waiting(ms: number, still: boolean): Scene {
  const tremble = still ? 0 : Math.sin(ms / 38) * Math.min(ms / 400, 1);
  const pose = { ...IN_HOPPER, x: HOPPER.x + tremble * 0.003, spin: tremble * 0.12 };
  return { ...EMPTY, balls: [{ pose, alpha: 1 }], moving: !still };
}

function falling({ result: { path }, manner }: Extract<Ball, { at: "pegs" }>, ms: number): Scene {
  if (manner === "steps") return stepping(path, Math.floor(Math.max(ms, 0) / STEP_MS));
  const flight = flightOf(path);
  const glows = flight.hits
    .filter(({ at }) => at <= ms)
    .map(({ x, y, at }) => ({ x, y, strength: Math.exp((at - ms) / GLOW_FADES_MS) }));
  return { balls: [{ pose: poseAt(flight, ms), alpha: 1 }], glows, dots: [], moving: true };
}

/** With reduced motion, hit pegs stay lit, and the ball jumps to the latest one. */
function stepping(path: Extract<Ball, { at: "pegs" }>["result"]["path"], step: number): Scene {
  const met = path.slice(0, Math.min(step + 1, path.length - 1));
  const glows = met.map(({ x }, row) => ({ x, y: rowY(row), strength: row === step ? 1 : 0.55 }));
  const pose =
    step < path.length - 1
      ? { ...IN_HOPPER, ...touchOf(path, step) }
      : { ...IN_HOPPER, x: path.at(-1)!.x, y: BIN_FLOOR - BALL_RADIUS };
  return { balls: [{ pose, alpha: 1 }], glows, dots: [], moving: true };
}

function landed({ now, since, resting, dots, still }: Moment, bin: number): Scene {
  const ms = now - since;
  const pose = resting ?? inBin(bin);
  const thrown = still || ms >= DOTS_MS ? [] : dots.map((dot) => ({ ...dotAt(dot, ms), radius: dot.radius }));
  return { balls: [{ pose, alpha: 1 }], glows: [], dots: thrown, moving: thrown.length > 0 };
}

/** A handful of brass dots thrown up from a winning cup. */
export type BrassDot = { x: number; y: number; vx: number; vy: number; radius: number };

const DOTS_MS = 1200;

const HANDFUL = 26;
const GRAVITY = 2.6;

export function throwDots(from: { x: number; y: number }, random: () => number): BrassDot[] {
  return Array.from({ length: HANDFUL }, () => ({
    x: from.x + (random() - 0.5) * 0.06,
    y: from.y,
    vx: (random() - 0.5) * 0.75,
    vy: -(0.55 + random() * 0.75),
    radius: 0.005 + random() * 0.006,
  }));
}

function dotAt(dot: BrassDot, ms: number): { x: number; y: number; alpha: number } {
  const seconds = ms / 1000;
  const left = 1 - ms / DOTS_MS;
  return {
    x: dot.x + dot.vx * seconds,
    y: dot.y + dot.vy * seconds + (GRAVITY / 2) * seconds ** 2,
    alpha: Math.max(0, Math.min(1, left * 3)),
  };
}
