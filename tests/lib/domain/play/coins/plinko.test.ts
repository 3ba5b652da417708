import { describe, expect, test } from "vitest";
import { BINS, ODDS, ODDS_OF, ROWS, changeOf, drop, payoutOf } from "@/lib/domain/play/coins/plinko";
import { plinkoStep } from "@/lib/domain/play/coins/schema";

const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => byte);

describe("the drop", () => {
  test("lands 7 : 16 : 18 : 16 : 7 of 64 over every random byte", () => {
    const landings = [0, 0, 0, 0, 0];
    for (const byte of EVERY_BYTE) landings[drop(byte).landedBin]! += 1;
    expect(landings).toEqual([28, 64, 72, 64, 28]);
    expect(ODDS).toEqual([7, 16, 18, 16, 7]);
    expect(ODDS.reduce((sum, odds) => sum + odds)).toBe(ODDS_OF);
  });

  test("takes nine steps, half a bin per row, and ends in its landing bin", () => {
    for (const byte of EVERY_BYTE) {
      const { path, landedBin } = drop(byte);
      expect(path).toHaveLength(ROWS + 1);
      expect(path[0]).toEqual({ x: 0.5, y: 0, direction: "start" });
      path.slice(1).forEach((step, index) => {
        const moved = step.x - path[index]!.x;
        expect(moved).toBeCloseTo(step.direction === "right" ? 0.1 : -0.1);
        expect(step.y).toBe((index + 1) / ROWS);
      });
      expect(path.at(-1)!.x).toBe([0.1, 0.3, 0.5, 0.7, 0.9][landedBin]);
      expect(path.every((step) => plinkoStep.safeParse(step).success)).toBe(true);
    }
  });

  test("reads the byte from its most significant bit, 1 as right", () => {
    expect(directions(0b0110_1001)).toBe("LRRLRLLR");
  });

  test("bounces off a wall, whatever the bit", () => {
    expect(directions(0b0000_0000)).toBe("LLLLRLRL");
    expect(directions(0b1111_1111)).toBe("RRRRLRLR");
    expect(drop(0).landedBin).toBe(0);
    expect(drop(255).landedBin).toBe(BINS - 1);
  });
});

test("pays twice the stake for a win, and takes it for a loss", () => {
  expect([payoutOf(7, true), changeOf(7, true)]).toEqual([14, 7]);
  expect([payoutOf(7, false), changeOf(7, false)]).toEqual([0, -7]);
});

function directions(byte: number): string {
  return drop(byte)
    .path.slice(1)
    .map((step) => (step.direction === "right" ? "R" : "L"))
    .join("");
}
