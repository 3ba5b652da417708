import { describe, expect, test } from "vitest";
import { bet, ledgerEntry, purchase, rotateFairness } from "@/lib/domain/play/coins/schema";
import { MAX_BET, SHOP } from "@/lib/domain/play/coins/rules";

describe("a bet", () => {
  test.each([
    { bin: 0, amount: 1 },
    { bin: 4, amount: MAX_BET },
  ])("accepts %j", (body) => expect(bet.safeParse(body).success).toBe(true));

  test.each([
    { bin: -1, amount: 1 },
    { bin: 5, amount: 1 },
    { bin: 1.5, amount: 1 },
    { bin: "2", amount: 1 },
    { bin: 2, amount: 0 },
    { bin: 2, amount: -3 },
    { bin: 2, amount: 0.5 },
    { bin: 2, amount: MAX_BET + 1 },
    { bin: 2, amount: Infinity },
    { bin: 2, amount: "5" },
    { bin: 2, amount: null },
    { bin: 2 },
    { amount: 2 },
    { bin: 2, amount: 1, payout: 100 },
    [],
    null,
  ])("rejects %j", (body) => expect(bet.safeParse(body).success).toBe(false));
});

test("the pet costs fifty coins, which docs/contract.md promises", () => {
  expect(SHOP["profile-pet"].price).toBe(50);
});

test("the shop sells exactly what it lists", () => {
  expect(purchase.safeParse({ item: "profile-pet" }).success).toBe(true);
  expect(purchase.safeParse({ item: "profile-cat" }).success).toBe(false);
  expect(purchase.safeParse({ item: "toString" }).success).toBe(false);
});

test("a client seed is 1-64 printable characters, or generated", () => {
  const accepts = (clientSeed: unknown) => rotateFairness.safeParse({ clientSeed }).success;
  expect(rotateFairness.safeParse({}).success).toBe(true);
  expect(["x", "my lucky seed!", "Glück 🍀", "🍀".repeat(64)].every(accepts)).toBe(true);
  expect(["", "x".repeat(65), "a\nb", "a\0b", "\ud800", 7, null].some(accepts)).toBe(false);
});

test("a ledger entry contains a bet only if there was one", () => {
  const claim = { id: "l1", type: "CLAIM", amount: 10, balance: 12, createdAt: "2026-01-02T03:04:05.678Z" };
  expect(ledgerEntry.safeParse(claim).success).toBe(true);
  expect(ledgerEntry.safeParse({ ...claim, bet: null }).success).toBe(false);
});
