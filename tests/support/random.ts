/** Set where what is random is tried by the thousand: in `npm run test:slow`. */
const THOROUGH = process.env.THOROUGH === "1";

/** For fast-check: the same seed in each `npm test`, a new one, which a failure prints, in `npm run test:slow`. */
export const RANDOM = THOROUGH ? {} : { seed: 20_261_123 };

/** How often to try: `few` in `npm test`, `many` in `npm run test:slow`. */
export function attempts({ few, many }: { few: number; many: number }): number {
  return THOROUGH ? many : few;
}
