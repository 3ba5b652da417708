/**
 * Marks an end-to-end test for `npm run test:slow` only: `npm test` proves its guarantee without a browser, and covers
 * the page by another act.
 */
export const SLOW = { tag: "@slow" };
