/** A handful of brass dots thrown up from a winning cup. */
export type BrassDot = { x: number; y: number; vx: number; vy: number; radius: number };

export const DOTS_MS = 1200;

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

export function dotAt(dot: BrassDot, ms: number): { x: number; y: number; alpha: number } {
  const seconds = ms / 1000;
  const left = 1 - ms / DOTS_MS;
  return {
    x: dot.x + dot.vx * seconds,
    y: dot.y + dot.vy * seconds + (GRAVITY / 2) * seconds ** 2,
    alpha: Math.max(0, Math.min(1, left * 3)),
  };
}
