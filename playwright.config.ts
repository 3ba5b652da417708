import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./tests/support/browser";

/** Whole files, whose first line says why, and single tests: tests/support/slow.ts. */
const SLOW = /\.slow\.spec\.ts|@slow/;

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/product-for-playwright.ts",
  outputDir: "test-results",
  // More browsers than processors are no faster, and keep the server from answering in time.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  projects: [
    { name: "e2e", grepInvert: SLOW },
    { name: "e2e-slow", grep: SLOW },
  ],
  timeout: 180_000,
  // Far more than is ever needed, and far less than the minute after which pages ask again by themselves.
  expect: { timeout: 45_000 },
  reporter: [
    ["list"],
    ...(process.env.REPORT_FILE ? [["json", { outputFile: process.env.REPORT_FILE }] as const] : []),
  ],
  use: {
    ...devices["Desktop Chrome"],
    // Of the server that globalSetup has started: the workers load this file again after it.
    baseURL: process.env.BASE_URL,
    launchOptions: await findBrowser(),
    // Only the tests of the service worker have one: its requests cannot be replaced.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
});
