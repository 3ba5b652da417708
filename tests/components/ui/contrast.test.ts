import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast, type Oklch } from "./oklch";

const TEXT = 4.5;
const PARTS = 3;

/** A foreground, its background, and the minimum contrast ratio. */
const PAIRS: [ink: string, paper: string, least: number][] = [
  ...["bg", "surface"].flatMap((paper): [string, string, number][] => [
    ["ink", paper, TEXT],
    ["muted", paper, TEXT],
    ["brand", paper, TEXT],
    ["coin-ink", paper, TEXT],
    ["good", paper, TEXT],
    ["bad", paper, TEXT],
    ["edge", paper, PARTS],
  ]),
  ["brand-ink", "brand", TEXT],
  ["brand", "brand-soft", TEXT],
  ["ink", "brand-soft", TEXT],
  ["muted", "brand-soft", TEXT],
  ["on-coin", "coin", TEXT],
  ["coin-ink", "coin-soft", TEXT],
  ["good", "good-soft", TEXT],
  ["bad", "bad-soft", TEXT],
  ["ink", "bad-soft", TEXT],
  ["on-bad", "bad-fill", TEXT],
  ["wood-ink", "wood", TEXT],
];

const tokens = readTokens(readFileSync("app/tokens.css", "utf8"));

test.each(PAIRS)("--%s is legible on --%s in both themes", (ink, paper, least) => {
  for (const theme of ["light", "dark"] as const) {
    expect(contrast(colour(ink, theme), colour(paper, theme)), theme).toBeGreaterThanOrEqual(least);
  }
});

function colour(name: string, theme: "light" | "dark"): Oklch {
  const token = tokens.get(name);
  if (!token) throw new Error(`app/tokens.css defines --${name} without a plain oklch() colour.`);
  return token[theme];
}

function readTokens(css: string) {
  const found = new Map<string, { light: Oklch; dark: Oklch }>();
  for (const [, name = "", value = ""] of css.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const colours = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, l, c, h]): Oklch => [
      Number(l),
      Number(c),
      Number(h),
    ]);
    const [light, dark = light] = colours;
    if (light && dark) found.set(name, { light, dark });
  }
  return found;
}
