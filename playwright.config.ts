import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./tests/support/browser";

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/product-for-playwright.ts",
  outputDir: "test-results",
  // More browsers than processors are no faster, and keep the server from answering in time.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  // A test that passes the second time is named as flaky: a fault to mend, but none of the change at hand.
  retries: 1,
  // Far more than is ever needed, and far less than the minute after which pages ask again by themselves.
  expect: { timeout: 20_000 },
  reporter: [
    ["list"],
    ...(process.env.REPORT_FILE ? [["json", { outputFile: process.env.REPORT_FILE }] as const] : []),
  ],
  use: {
    ...devices["Desktop Chrome"],
    // Of the server that globalSetup has started: the workers load this file again after it.
    baseURL: process.env.BASE_URL,
    launchOptions: await findBrowser(),
    screenshot: "only-on-failure",
  },
});
