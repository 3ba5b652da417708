import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { landingOf } from "@/components/plinko/first-ball-board";
import { landedBall } from "@/components/plinko/unpaid";
import { Welcome } from "@/components/plinko/welcome";

test("before any script runs, a visitor reads what the site is, and that a ball is worth nothing", () => {
  const html = renderToStaticMarkup(<Welcome site="Workbench" />);
  expect(html).toMatch(/<h1[^>]*>Workbench is where people /);
  expect(html).toContain("worth nothing");
  expect(html).toContain('href="/register"');
  expect(html).toContain("aspect-ratio:");
  expect(html).not.toContain("coin");
});

test("a landing says the cup and how often it is hit", () => {
  expect(landingOf(0)).toBe("Cup 1. 7 of 64 balls land there.");
  expect(landingOf(2)).toBe("Cup 3. 18 of 64 balls land there.");
});

test("an unpaid ball bets and pays nothing, even where it is celebrated", () => {
  for (const isCelebrated of [true, false])
    expect(landedBall({ landedBin: 4 }, isCelebrated)).toMatchObject({
      phase: "result",
      drop: { landedBin: 4, amount: 0, payout: 0, won: isCelebrated },
    });
});
