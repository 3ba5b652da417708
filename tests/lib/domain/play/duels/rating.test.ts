import fc from "fast-check";
import rateByPackage from "glicko2-lite";
import { expect, test } from "vitest";
import {
  isProvisional,
  MAX_RANKED_DEVIATION,
  NEW_RATING,
  periodsBetween,
  type RatedGame,
  updateRating,
} from "@/lib/domain/play/duels/rating";
import { RANDOM } from "@/tests/support/random";

const TAU = 0.5;

test("reproduces Glickman's published example to four digits", () => {
  const games: RatedGame[] = [
    { opponent: { rating: 1400, deviation: 30 }, score: 1 },
    { opponent: { rating: 1550, deviation: 100 }, score: 0 },
    { opponent: { rating: 1700, deviation: 300 }, score: 0 },
  ];
  const after = updateRating({ rating: 1500, deviation: 200, volatility: 0.06 }, games, 1);
  // The paper rounds intermediate results: 1464.06, 151.52 and 0.05999.
  expect(Math.abs(after.rating - 1464.06)).toBeLessThan(0.01);
  expect(Math.abs(after.deviation - 151.52)).toBeLessThan(0.01);
  expect(Math.abs(after.volatility - 0.05999)).toBeLessThan(0.00001);
});

const rating = fc.double({ min: 400, max: 2800, noNaN: true });
const deviation = fc.double({ min: 30, max: 350, noNaN: true });
const volatility = fc.double({ min: 0.03, max: 0.12, noNaN: true });
const score = fc.constantFrom<RatedGame["score"]>(0, 0.5, 1);

test("equals an independent implementation over whole periods", () => {
  const game = fc.record({ opponent: fc.record({ rating, deviation }), score });
  fc.assert(
    fc.property(
      fc.record({ rating, deviation, volatility }),
      fc.array(game, { minLength: 1, maxLength: 6 }),
      (player, games) => {
        const opponents = games.map((g): [number, number, number] => [
          g.opponent.rating,
          g.opponent.deviation,
          g.score,
        ]);
        const expected = rateByPackage(player.rating, player.deviation, player.volatility, opponents, { tau: TAU });
        const after = updateRating(player, games, 1);
        expect(after.rating).toBeCloseTo(expected.rating, 2);
        expect(after.deviation).toBeCloseTo(Math.min(expected.rd, NEW_RATING.deviation), 2);
        expect(after.volatility).toBeCloseTo(expected.vol, 5);
      },
    ),
    { ...RANDOM, numRuns: 2000 },
  );
});

test("makes a rating less certain in proportion to inactivity, but never less than a new one", () => {
  const known = { rating: 1700, deviation: 60, volatility: 0.06 };
  const game: RatedGame = { opponent: { rating: 1700, deviation: 60 }, score: 0.5 };
  const deviations = [0, 0.25, 1, 30, 1e9].map((periods) => updateRating(known, [game], periods).deviation);
  expect(deviations).toEqual(deviations.toSorted((a, b) => a - b));
  expect(new Set(deviations).size).toBe(deviations.length);
  expect(deviations.at(-1)).toBeLessThanOrEqual(NEW_RATING.deviation);
  expect(updateRating(known, [game], 30).rating).toBeCloseTo(1700);
});

test("makes a certain rating provisional after about a year of inactivity", () => {
  const day = 86_400_000;
  const aged = (days: number) => {
    const periods = periodsBetween(new Date(0), new Date(days * day));
    return { deviation: Math.sqrt(60 ** 2 + periods * (0.06 * 173.7178) ** 2) };
  };
  expect([isProvisional(aged(300)), isProvisional(aged(450))]).toEqual([false, true]);
  expect(isProvisional({ deviation: MAX_RANKED_DEVIATION })).toBe(false);
  expect(periodsBetween(null, new Date())).toBe(0);
});

test("returns finite numbers for extreme ratings", () => {
  const extreme = fc.record({
    rating: fc.constantFrom(-500, 0, 1500, 4000),
    deviation: fc.constantFrom(1, 30, 350),
    volatility: fc.constantFrom(0.001, 0.06, 0.3),
  });
  fc.assert(
    fc.property(extreme, extreme, score, fc.constantFrom(0, 0.001, 1, 1000), (player, opponent, result, periods) => {
      const after = updateRating(player, [{ opponent, score: result }], periods);
      expect(Object.values(after).every(Number.isFinite)).toBe(true);
      expect(after.deviation).toBeGreaterThan(0);
    }),
    { ...RANDOM, numRuns: 1000 },
  );
});
