/** Our choices: what fits on a card and on one page. Lengths are in code points. */
export const BUILD_TITLE = { min: 3, max: 80 };
export const BUILD_DESCRIPTION = { min: 10, max: 200 };
export const MAX_README = 20_000;
export const MAX_TECHNOLOGIES = 10;
export const MAX_TECHNOLOGY = 30;
export const MAX_PRICE = 100_000;
/** Pictures beside the cover. */
export const MAX_SCREENSHOTS = 6;
/** Builds of one account (docs/contract.md#bounds). */
export const MAX_BUILDS = 200;

/** A category's builds are counted up to this; beyond it the count is shown as "999+". */
export const MAX_COUNTED = 1000;
/** Popular technologies are derived from this many of the newest builds. */
export const NEWEST_LOOKED_AT = 1000;

/** Returns names of technologies, each once regardless of case, in its first spelling. */
export function withoutDuplicates(names: readonly string[]): string[] {
  return names.filter(
    (name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index,
  );
}
