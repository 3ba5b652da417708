import { expect, test } from "vitest";
import { lasts, next, type PetState } from "@/components/profile/pet-life";

const sitting: PetState = { pose: "sit", at: 0.5, facing: "right" };
const NOON = 12;

test.each([22, 23, 0, 6])("at %i o'clock it sleeps in place", (hour) => {
  expect(next({ pose: "walk", from: 0.8, to: 0.3 }, hour, () => 0.9)).toEqual({
    pose: "sleep",
    at: 0.3,
    facing: "left",
  });
});

test("in the morning it wakes and sits up", () => {
  expect(next({ pose: "sleep", at: 0.3, facing: "left" }, 7, () => 0.9)).toEqual({
    pose: "sit",
    at: 0.3,
    facing: "left",
  });
});

test("after a walk or a jump it sits", () => {
  expect(next({ pose: "walk", from: 0.2, to: 0.9 }, NOON, () => 0.9)).toEqual({
    pose: "sit",
    at: 0.9,
    facing: "right",
  });
  expect(next({ pose: "jump", at: 0.9, facing: "right" }, NOON, () => 0.9)).toEqual({
    pose: "sit",
    at: 0.9,
    facing: "right",
  });
});

test.each([0, 0.1, 0.5, 0.75, 1])("from %d it walks a minimum distance, and stays on the grass", (at) => {
  for (let chance = 0.25; chance < 1; chance += 0.05) {
    const walk = next({ ...sitting, at }, NOON, () => chance);
    expect(walk.pose).toBe("walk");
    if (walk.pose !== "walk") return;
    expect(walk.to).toBeGreaterThanOrEqual(0);
    expect(walk.to).toBeLessThanOrEqual(1);
    expect(Math.abs(walk.to - at)).toBeGreaterThanOrEqual(0.2 - 1e-9);
  }
});

test("a longer strip takes longer to cross", () => {
  const walk: PetState = { pose: "walk", from: 0, to: 1 };
  expect(lasts(walk, 600, () => 0)).toBeCloseTo(2 * lasts(walk, 300, () => 0));
});
