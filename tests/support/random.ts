/** Whether to run thousands of random cases, as in `npm run test:slow`. */
const THOROUGH = process.env.THOROUGH === "1";

/** For fast-check: a fixed seed in `npm test`; in `npm run test:slow` a new one, which a failure prints. */
export const RANDOM = THOROUGH ? {} : { seed: 20_261_123 };

/** The number of random cases: `few` in `npm test`, `many` in `npm run test:slow`. */
export function attempts({ few, many }: { few: number; many: number }): number {
  return THOROUGH ? many : few;
}
