import { createHash } from "node:crypto";

/** Whether to run thousands of random cases, as in `npm run test:slow`. */
const THOROUGH = process.env.THOROUGH === "1";

/** For fast-check: a fixed seed in `npm test`; in `npm run test:slow` a new one, which a failure prints. */
export const RANDOM = THOROUGH ? {} : { seed: 20_261_123 };

/** The number of random cases: `few` in `npm test`, `many` in `npm run test:slow`. */
export function attempts({ few, many }: { few: number; many: number }): number {
  return THOROUGH ? many : few;
}

/** Of how many alike `npm test` asks one. */
const SAMPLED = 6;

/**
 * Returns whom to ask a question that all operations (or paths, or tools) answer by the same code: a sixth of them in
 * `npm test`, not the same sixth for every question, and all in `npm run test:slow`.
 */
export function sampleOf<T>(all: readonly T[], question: string): T[] {
  const first = createHash("sha256").update(question).digest().readUInt32BE() % SAMPLED;
  return THOROUGH ? [...all] : all.filter((_, index) => index % SAMPLED === first);
}
