import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BALLS, CHIPS, PAYOUT_POINTS } from "@/lib/domain/play/duels/rules";
import { dropBalls, exactPoints, formatPoints, type Pick, resultOf, scoreOf } from "@/lib/domain/play/duels/scoring";
import { RANDOM } from "@/tests/support/random";

/** A second implementation, in fractions of big integers: a chip pays the reciprocal of its bin's odds. */
const CHANCES_OF_64 = [7n, 16n, 18n, 16n, 7n];
const COMMON = 7n * 16n * 18n;

function exactScore(picks: readonly Pick[], landed: readonly number[]): bigint {
  let staked = 0n;
  let paid = 0n;
  picks.forEach(({ bin, stake }, ball) => {
    staked += BigInt(stake);
    if (bin === landed[ball]) paid += (BigInt(stake) * 64n * COMMON) / CHANCES_OF_64[bin]!;
  });
  const total = ((BigInt(CHIPS) - staked) * COMMON + paid) * 63n;
  expect(total % COMMON).toBe(0n);
  return total / COMMON;
}

/**
 * A second implementation of the path: one bit of the message's HMAC per row, from the middle, bouncing off the walls.
 */
function exactLanding(serverSeed: string, message: string): number {
  const byte = createHmac("sha256", serverSeed).update(message).digest()[0]!;
  let position = 4;
  for (let row = 7; row >= 0; row -= 1) {
    const right = position === 0 || (position !== 8 && ((byte >> row) & 1) === 1);
    position += right ? 1 : -1;
  }
  return position / 2;
}

const bin = fc.integer({ min: 0, max: 4 });
const bins = fc.array(bin, { minLength: BALLS, maxLength: BALLS });
/** Stakes as differences of sorted numbers, which reaches every sum up to 100. */
const stakes = fc
  .array(fc.integer({ min: 0, max: CHIPS }), { minLength: BALLS, maxLength: BALLS })
  .map((cuts) => cuts.toSorted((a, b) => a - b).map((cut, index, sorted) => cut - (sorted[index - 1] ?? 0)));
const picksOf = (chosen: number[], amounts: number[]): Pick[] =>
  chosen.map((chosenBin, ball) => ({ bin: chosenBin, stake: amounts[ball]! }));

test("pays the exact reciprocals of the odds, in 63rds of a chip", () => {
  expect(PAYOUT_POINTS).toEqual([576, 252, 224, 252, 576]);
});

test("equals a second implementation in exact fractions", () => {
  fc.assert(
    fc.property(bins, stakes, bins, (chosen, amounts, landed) => {
      const picks = picksOf(chosen, amounts);
      expect(BigInt(scoreOf(picks, landed))).toBe(exactScore(picks, landed));
    }),
    { ...RANDOM, numRuns: 20_000 },
  );
});

test("scores every choice of bins exactly against every landing, with uneven stakes", () => {
  const all = Array.from({ length: 5 ** BALLS }, (_, n) =>
    Array.from({ length: BALLS }, (_, ball) => Math.floor(n / 5 ** ball) % 5),
  );
  const amounts = [1, 2, 3, 40, 50];
  // Only which balls are right matters, so one landing represents all of them; a few more check the sums.
  for (const landed of [all[0]!, all[1717]!, all[3124]!])
    for (const chosen of all) {
      const picks = picksOf(chosen, amounts);
      if (BigInt(scoreOf(picks, landed)) !== exactScore(picks, landed)) expect.fail(JSON.stringify({ chosen, landed }));
    }
});

test("keeps unstaked chips; a single stake of everything wins or loses all", () => {
  const none = picksOf([0, 1, 2, 3, 4], [0, 0, 0, 0, 0]);
  expect(scoreOf(none, [0, 1, 2, 3, 4])).toBe(6300);
  for (const [chosen, points] of PAYOUT_POINTS.entries()) {
    const all = picksOf([chosen, 0, 0, 0, 0], [100, 0, 0, 0, 0]);
    expect(scoreOf(all, [chosen, 0, 0, 0, 0])).toBe(100 * points);
    expect(scoreOf(all, [(chosen + 1) % 5, 0, 0, 0, 0])).toBe(0);
  }
});

test("is worth exactly the initial chips on average", () => {
  const weight = [7, 16, 18, 16, 7];
  for (const chosen of [0, 1, 2, 3, 4]) {
    const expected = weight.reduce(
      (sum, chance, landed) =>
        sum + chance * scoreOf(picksOf([chosen, 0, 0, 0, 0], [37, 0, 0, 0, 0]), [landed, 0, 0, 0, 0]),
      0,
    );
    expect(expected).toBe(64 * 6300);
  }
});

test("derives the paths from challenger's seed, opponent's seed and number", async () => {
  const seed = fc.string({ minLength: 1, maxLength: 64 });
  await fc.assert(
    fc.asyncProperty(seed, seed, seed, async (serverSeed, challengerSeed, opponentSeed) => {
      const balls = await dropBalls({ serverSeed, challengerSeed, opponentSeed });
      expect(balls.map(({ landedBin }) => landedBin)).toEqual(
        Array.from({ length: BALLS }, (_, n) => exactLanding(serverSeed, `${challengerSeed}:${opponentSeed}:${n}`)),
      );
    }),
    { ...RANDOM, numRuns: 300 },
  );
});

test("decides by points, draws on equal points, and formats points as chips", () => {
  expect(resultOf({ challenger: 6301, opponent: 6300 })).toBe("challenger");
  expect(resultOf({ challenger: 0, opponent: 1 })).toBe("opponent");
  expect(resultOf({ challenger: 57_600, opponent: 57_600 })).toBe("draw");
  expect([formatPoints(6300), formatPoints(57_600), exactPoints(57_600)]).toEqual(["100", "914.29", "914 18/63"]);
});
