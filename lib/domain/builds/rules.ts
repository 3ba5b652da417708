/** Our choices for what a build may hold (2.7 leaves them open). */
export const BUILD_TITLE = { min: 3, max: 80 };
export const BUILD_DESCRIPTION = { min: 10, max: 200 };
export const MAX_README = 20_000;
export const MAX_TECHNOLOGIES = 10;
export const MAX_TECHNOLOGY = 30;
export const MAX_PRICE = 100_000;
