import { expect, test } from "vitest";
import { landedBalls, type Replay, replay, type ReplayEvent, runningScore } from "@/components/duels/replay-state";

const BALLS = 5;
const after = (...types: ReplayEvent["type"][]) =>
  types.reduce<Replay>((state, type) => replay(state, { type }, BALLS), { phase: "ready" });

test("balls fall one after another, and the result is shown after the last one has rested in its cup", () => {
  const phases: string[] = [];
  let state: Replay = { phase: "ready" };
  for (const type of ["started", ...Array<ReplayEvent["type"][]>(BALLS).fill(["landed", "rested"]).flat()] as const) {
    state = replay(state, { type }, BALLS);
    phases.push(`${state.phase} ${landedBalls(state, BALLS)}`);
  }
  expect(phases).toEqual([
    ...Array.from({ length: BALLS }, (_, n) => [`falling ${n}`, `landed ${n + 1}`]).flat(),
    "done 5",
  ]);
});

test("a replay can be skipped at any point, and watched again", () => {
  expect(after("skipped")).toEqual({ phase: "done" });
  expect(after("started", "landed", "skipped")).toEqual({ phase: "done" });
  expect(after("skipped", "started")).toEqual({ phase: "falling", ball: 0 });
});

test("an event that does not apply changes nothing", () => {
  expect(after("landed")).toEqual({ phase: "ready" });
  expect(after("started", "rested")).toEqual({ phase: "falling", ball: 0 });
  expect(after("started", "started")).toEqual({ phase: "falling", ball: 0 });
  expect(after("started", "landed", "landed")).toEqual({ phase: "landed", ball: 0 });
});

test("the running score begins with the unstaked chips and ends with the score", () => {
  const picks = [0, 1, 2, 3, 4].map((bin) => ({ bin, stake: 10 }));
  expect(runningScore(picks, [])).toBe(50 * 63);
  expect(runningScore(picks, [0])).toBe(50 * 63 + 5760);
  expect(runningScore(picks, [1, 1, 1, 1, 1])).toBe(50 * 63 + 2520);
});
