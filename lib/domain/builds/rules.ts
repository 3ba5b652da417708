/** Our choices for what a build may hold (2.7 leaves them open). */
export const BUILD_TITLE = { min: 3, max: 80 };
export const BUILD_DESCRIPTION = { min: 10, max: 200 };
export const MAX_README = 20_000;
export const MAX_TECHNOLOGIES = 10;
export const MAX_TECHNOLOGY = 30;
export const MAX_PRICE = 100_000;
/** Builds of one author that stand in the marketplace. */
export const MAX_BUILDS = 200;

/** A category's builds are counted so far; more of them are "999+". */
export const MOST_COUNTED = 1000;
/** What builds are made with is told by so many of the newest. */
export const NEWEST_LOOKED_AT = 1000;
