import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./tests/support/browser";

// Against the server that BASE_URL names: `npm test -- --only e2e` starts one.
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [
    ["list"],
    ...(process.env.COUNTS_FILE ? [["json", { outputFile: process.env.COUNTS_FILE }] as const] : []),
  ],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env.BASE_URL ?? "http://localhost:3000",
    launchOptions: await findBrowser(),
    screenshot: "only-on-failure",
  },
});
