import { expect, test } from "vitest";
import {
  formatChange,
  formatRating,
  isYourTurn,
  openStatus,
  outcomeOf,
  payoutLabel,
  resultLabel,
} from "@/components/duels/duel-labels";
import type { DuelSummary } from "@/lib/domain/play/duels/schema";
import { picksIn } from "@/components/duels/picks-form";

const person = (id: string) => ({ id, name: id, handle: id, image: "https://example.com/p.png" });
const duel = (status: DuelSummary["status"], challenger: boolean, opponent: boolean): DuelSummary => ({
  id: "duel_1",
  game: "duel",
  status,
  challenger: person("ada"),
  opponent: person("ben"),
  serverSeedHash: "0".repeat(64),
  createdAt: "2026-11-22T00:00:00.000Z",
  expiresAt: "2026-11-23T00:00:00.000Z",
  played: { challenger, opponent },
});

test("an open duel tells each player what it waits for", () => {
  expect(openStatus(duel("pending", false, false), "ben")).toBe("challenged you");
  expect(openStatus(duel("pending", true, false), "ben")).toBe("challenged you, and has played");
  expect(openStatus(duel("pending", true, false), "ada")).toBe("has yet to accept");
  expect(openStatus(duel("accepted", false, true), "ada")).toBe("has played");
  expect(openStatus(duel("accepted", false, true), "ben")).toBe("has yet to play");
  expect(openStatus(duel("accepted", false, false), "ada")).toBe("has accepted");
});

test("it is the turn of the player who has not played an open duel", () => {
  expect(isYourTurn(duel("pending", true, false), "ben")).toBe(true);
  expect(isYourTurn(duel("pending", true, false), "ada")).toBe(false);
  expect(isYourTurn(duel("declined", false, false), "ada")).toBe(false);
  expect(isYourTurn(duel("accepted", false, false), "eve")).toBe(false);
});

test("results, ratings and payouts have short labels", () => {
  expect((["challenger", "opponent", "draw"] as const).map((result) => outcomeOf({ result }, "challenger"))).toEqual([
    "Won",
    "Lost",
    "Draw",
  ]);
  const scores = { challenger: 63 * 50, opponent: 63 * 92 };
  expect(resultLabel({ ...duel("finished", true, true), result: "opponent" }, scores)).toBe(
    "ben wins, 92 to 50 chips.",
  );
  expect([formatRating(1562.4, false), formatRating(1500, true)]).toEqual(["1,562", "1,500?"]);
  expect([1512, 1488, 1500.2].map((after) => formatChange({ before: 1500, after }))).toEqual(["+12", "−12", "±0"]);
  expect([0, 1, 2].map(payoutLabel)).toEqual(["9.14×", "4×", "3.56×"]);
});

test("picks are read from the form's fields; an empty stake is zero", () => {
  const entries = new FormData();
  for (const ball of [0, 1, 2, 3, 4]) {
    entries.set(`bin-${ball}`, String(4 - ball));
    entries.set(`stake-${ball}`, ball === 2 ? "" : "20");
  }
  expect(picksIn(entries)).toEqual([
    { bin: 4, stake: 20 },
    { bin: 3, stake: 20 },
    { bin: 2, stake: 0 },
    { bin: 1, stake: 20 },
    { bin: 0, stake: 20 },
  ]);
});
