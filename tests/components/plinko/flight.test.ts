import { describe, expect, test } from "vitest";
import { flightOf, poseAt } from "@/components/plinko/flight";
import { BALL_RADIUS, BIN_FLOOR, BIN_TOP, BIN_WIDTH, PEGS, PEG_RADIUS, binX } from "@/components/plinko/layout";
import { drop } from "@/lib/domain/play/coins/plinko";

const DROPS = Array.from({ length: 256 }, (_, byte) => drop(byte));
const FRAME_MS = 4;

describe("the ball's flight", () => {
  test("never intersects a peg, a wall or a divider, on any path", () => {
    const frames = DROPS.flatMap(({ path }) => framesOf(path));
    const fromPegs = frames.map(({ x, y }) => Math.min(...PEGS.map((peg) => Math.hypot(x - peg.x, y - peg.y))));
    expect(least(fromPegs)).toBeGreaterThan((BALL_RADIUS + PEG_RADIUS) * 0.97);
    expect(least(frames.map(({ x }) => Math.min(x, 1 - x)))).toBeGreaterThan(BALL_RADIUS);
    const inBins = frames.filter(({ y }) => y > BIN_TOP);
    const fromDividers = inBins.map(({ x }) => Math.min(x % BIN_WIDTH, BIN_WIDTH - (x % BIN_WIDTH)));
    expect(least(fromDividers)).toBeGreaterThan(BALL_RADIUS * 0.9);
  });

  test("ends on the floor of the cup at the end of the path", () => {
    for (const { path, landedBin } of DROPS) {
      const flight = flightOf(path);
      const pose = poseAt(flight, flight.durationMs + 1000);
      expect(pose.x).toBeCloseTo(binX(landedBin), 9);
      expect(pose.y).toBeCloseTo(BIN_FLOOR - BALL_RADIUS, 9);
    }
  });

  test("hits one peg per row, every 90 to 130 ms, and never slows down", () => {
    for (const { path } of DROPS) {
      const { hits } = flightOf(path);
      expect(hits).toHaveLength(8);
      const gaps = hits.slice(1).map(({ at }, index) => at - hits[index]!.at);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(130);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(90);
      expect(gaps).toEqual([...gaps].sort((a, b) => b - a));
      for (const hit of hits)
        expect(PEGS.some((peg) => peg.row === hit.row && Math.abs(peg.x - hit.x) < 1e-9)).toBe(true);
    }
  });

  test("is continuous", () => {
    const strides = DROPS.flatMap(({ path }) => {
      const frames = framesOf(path);
      return frames.slice(1).map(({ x, y }, index) => Math.hypot(x - frames[index]!.x, y - frames[index]!.y));
    });
    expect(-least(strides.map((stride) => -stride))).toBeLessThan(0.012);
  });
});

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Infinity);
}

function framesOf(path: ReturnType<typeof drop>["path"]) {
  const flight = flightOf(path);
  return Array.from({ length: Math.ceil(flight.durationMs / FRAME_MS) }, (_, frame) =>
    poseAt(flight, frame * FRAME_MS),
  );
}
