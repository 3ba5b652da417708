import { DAY_MS } from "@/lib/domain/kernel/durations";

/** A Glicko-2 rating: http://www.glicko.net/glicko/glicko2.pdf */
export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

/** A game as the rated player sees it: 1 for a win, ½ for a draw, 0 for a loss. */
export interface RatedGame {
  opponent: Pick<Rating, "rating" | "deviation">;
  score: 0 | 0.5 | 1;
}

export const NEW_RATING: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

/** A rating less certain than this is provisional: shown with "?" and not ranked. */
export const MAX_RANKED_DEVIATION = 110;

export const isProvisional = ({ deviation }: Pick<Rating, "deviation">): boolean => deviation > MAX_RANKED_DEVIATION;

/** After about a year without a duel, a well-known rating (deviation 60) is provisional again. */
const PERIOD_MS = 5 * DAY_MS;

/** Returns the time since a player's last rated duel, in Glicko-2 rating periods. */
export function periodsBetween(last: Date | null, now: Date): number {
  return last === null ? 0 : Math.max(0, now.getTime() - last.getTime()) / PERIOD_MS;
}

/** Glickman's τ, between 0.3 and 1.2: how much volatility may change over time. */
const TAU = 0.5;
/** Converts between Glicko's scale, centred on 1500, and that of the computation, centred on 0. */
const SCALE = 173.7178;
const CONVERGENCE = 0.000001;

/**
 * Returns the rating after games, `periods` rating periods after the last update. Whole periods follow Glickman's
 * algorithm; for a fraction, uncertainty grows by that fraction.
 */
export function updateRating(before: Rating, games: readonly RatedGame[], periods: number): Rating {
  const mu = (before.rating - NEW_RATING.rating) / SCALE;
  const phi = before.deviation / SCALE;
  let information = 0;
  let surprise = 0;
  for (const { opponent, score } of games) {
    const g = 1 / Math.sqrt(1 + (3 * (opponent.deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (opponent.rating - NEW_RATING.rating) / SCALE)));
    information += g ** 2 * expected * (1 - expected);
    surprise += g * (score - expected);
  }
  const variance = 1 / information;
  const volatility = updateVolatility(before.volatility, phi, variance, variance * surprise);
  const rested = Math.sqrt(phi ** 2 + periods * volatility ** 2);
  const phiAfter = 1 / Math.sqrt(1 / rested ** 2 + information);
  return {
    rating: NEW_RATING.rating + SCALE * (mu + phiAfter ** 2 * surprise),
    deviation: Math.min(SCALE * phiAfter, NEW_RATING.deviation),
    volatility,
  };
}

/** Step 5 of the paper: the volatility under which the results are least surprising (Illinois algorithm). */
function updateVolatility(sigma: number, phi: number, variance: number, delta: number): number {
  const start = Math.log(sigma ** 2);
  const f = (x: number) => {
    const spread = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - spread)) / (2 * spread ** 2) - (x - start) / TAU ** 2;
  };
  let a = start;
  let b = Math.log(delta ** 2 - phi ** 2 - variance);
  if (!(delta ** 2 > phi ** 2 + variance)) {
    b = start - TAU;
    while (f(b) < 0) b -= TAU;
  }
  let [fa, fb] = [f(a), f(b)];
  while (Math.abs(b - a) > CONVERGENCE) {
    const c = a + ((a - b) * fa) / (fb - fa);
    const fc = f(c);
    if (fc * fb <= 0) [a, fa] = [b, fb];
    else fa /= 2;
    [b, fb] = [c, fc];
  }
  return Math.exp(a / 2);
}
