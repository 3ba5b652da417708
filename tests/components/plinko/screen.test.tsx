import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { BinChoice } from "@/components/plinko/bin-choice";
import { PEGS } from "@/components/plinko/layout";
import type { Landed, Play } from "@/components/plinko/machine";
import { Outcome } from "@/components/plinko/outcome";
import { Plinko } from "@/components/plinko/plinko";
import { PALETTE } from "@/components/plinko/palette";
import { drop } from "@/lib/domain/play/coins/plinko";

const fairness = { serverSeedHash: "a".repeat(64), clientSeed: "pegboard", nonce: 3 };
const lost: Landed = { bin: 2, amount: 5, landedBin: 0, won: false, payout: 0, fairness };
const won: Landed = { bin: 2, amount: 5, landedBin: 2, won: true, payout: 10, fairness };

describe("before any script runs", () => {
  const html = renderToStaticMarkup(<Plinko coins={40} drops={[lost]} />);

  test("the board is shown in its final size", () => {
    expect(html).toContain("aspect-ratio:");
  });

  test("the last result is shown, so that a reload during a drop hides nothing", () => {
    expect(words(html)).toContain("Last drop: cup 1,");
  });

  test("submitting cannot leave the page", () => {
    expect(html).toContain('method="dialog"');
  });
});

test("the drawing has its pegs where balls hit them", () => {
  const drawing = readFileSync("components/plinko/board.svg", "utf8");
  const drawn = [...drawing.matchAll(/<use href="#peg" x="([\d.]+)" y="([\d.]+)"\/>/g)];
  expect(
    drawn.map(([, x, y]) => [Number(x), Number(y)]),
    "npx tsx scripts/draw-board.ts",
  ).toEqual(PEGS.map(({ x, y }) => [expect.closeTo(x * 1000, 0), expect.closeTo(y * 1000, 0)]));
  for (const color of [PALETTE.woodLight, PALETTE.brass, PALETTE.rail]) expect(drawing).toContain(color);
});

describe("the cups", () => {
  const html = renderToStaticMarkup(<BinChoice chosen={2} onChoose={() => {}} disabled={false} landed={null} />);

  test("are one radio group that names each cup's odds", () => {
    expect(html.match(/type="radio"/g)).toHaveLength(5);
    expect(words(html)).toContain("Cup 1, odds 7 in 64");
    expect(words(html)).toContain("Cup 3, odds 18 in 64");
  });

  test("keep the focus while they are inactive, as disabled controls would not", () => {
    const resting = renderToStaticMarkup(<BinChoice chosen={2} onChoose={() => {}} disabled landed={null} />);
    expect(resting.match(/aria-disabled="true"/g)).toHaveLength(5);
    expect(resting).not.toContain('disabled=""');
  });
});

describe("the outcome", () => {
  const { path, landedBin } = drop(0b1010_1010);
  const result = { won: true, payout: 10, newBalance: 45, path, landedBin, fairness };

  test.each<[string, Play, string]>([
    ["a win", { phase: "result", drop: won }, "Cup 3. You won 5 and have 45 coins."],
    ["a loss", { phase: "result", drop: lost }, "Cup 1. You lost 5 and have 45 coins."],
    ["the fall", { phase: "dropping", bet: won, ball: { at: "pegs", result, manner: "travel", since: 0 } }, ""],
    ["the wait", { phase: "dropping", bet: won, ball: { at: "hopper", waiting: "answer" } }, ""],
    ["the rest", { phase: "idle", failure: null }, ""],
  ])("announces only the end of %s", (_, play, announced) => {
    const html = renderToStaticMarkup(<Outcome play={play} coins={45} last={null} />);
    const status = /role="status"[^>]*>(.*?)<span aria-hidden/s.exec(html)?.[1] ?? "";
    expect(words(status)).toBe(announced);
  });

  test("a failure is an alert that says what to do", () => {
    const html = renderToStaticMarkup(
      <Outcome play={{ phase: "idle", failure: { kind: "signed-out" } }} coins={45} last={null} />,
    );
    expect(html).toContain('role="alert"');
    expect(html).toContain('href="/login?callbackURL=%2Fcoins"');
  });
});

function words(html: string): string {
  return html.replace(/<[^>]*>/g, "").trim();
}
