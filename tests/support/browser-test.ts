import { test as base } from "@playwright/test";

/**
 * Playwright's test, which also closes the additional contexts that a test opens. Left open, their pages would hold
 * streams, poll and render until the end of the run.
 */
export const test = base.extend<{ contextsClosed: void }>({
  contextsClosed: [
    async ({ browser }, provide) => {
      const before = new Set(browser.contexts());
      await provide();
      const opened = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(opened.map((context) => context.close()));
    },
    { auto: true },
  ],
});
