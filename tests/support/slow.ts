/**
 * Marks an end-to-end test for `npm run test:slow`: what it guards is proved without a browser in `npm test`, and shown
 * there in another act of the same page.
 */
export const SLOW = { tag: "@slow" };
