import { describe, expect, test } from "vitest";
import { MAX_BET } from "@/lib/domain/play/coins/rules";
import { QUICK_AMOUNTS, readAmount } from "@/components/plinko/bet-form";

describe("a typed stake", () => {
  test.each([
    ["5", 5],
    [" 12 ", 12],
    ["1,000", 1000],
    ["1,000,000", MAX_BET],
  ])("%j is %d coins", (typed, amount) => expect(readAmount(typed, 2_000_000)).toEqual({ amount }));

  test.each(["", "0", "-1", "1.5", "1,5", "1e3", "5 5", "all", "1000001", "9".repeat(400)])(
    "%j is rejected with a message",
    (typed) => {
      expect(readAmount(typed, 2_000_000)).toEqual({ problem: expect.any(String) });
    },
  );

  test("above the balance is rejected with the balance", () => {
    expect(readAmount("6", 5)).toEqual({ problem: "You have 5 coins, so bet that much or less." });
    expect(readAmount("1", 0)).toEqual({ problem: "You have no coins left. Claim some, then try again." });
  });
});

test("quick amounts stay within the limits of a bet", () => {
  const stakes = (coins: number) => QUICK_AMOUNTS.map(({ of }) => of(coins));
  expect(stakes(21)).toEqual([1, 5, 10, 10, 21]);
  expect(stakes(0)).toEqual([1, 5, 10, 1, 1]);
  expect(stakes(5_000_000)).toEqual([1, 5, 10, MAX_BET, MAX_BET]);
});
