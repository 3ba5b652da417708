import { expect, test } from "vitest";
import { avatarSvg } from "@/lib/domain/accounts/users/avatar";

test("draws the same picture for the same seed", () => {
  expect(avatarSvg("mira")).toBe(avatarSvg("mira"));
});

test("draws different pictures for a thousand people", () => {
  const pictures = new Set(Array.from({ length: 1_000 }, (_, i) => avatarSvg(`user_${i}`)));
  expect(pictures.size).toBeGreaterThan(500);
});

test.each(["", "<script>", "Łódź", "🐕"])("seed “%s” cannot reach the markup", (seed) => {
  expect(avatarSvg(seed)).toMatch(/^<svg[^<]*>(<(rect|g|circle|path)\b[^<>]*\/?>|<\/g>)+<\/svg>$/);
});
