import os from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

/** Tests of pure code. Each file of any other folder gets a database of its own. */
const PURE = ["tests/{architecture,components,scripts}/**/*.test.{ts,tsx}"];
/** Tests of the domain: one process runs many of their files. */
const DOMAIN = ["tests/lib/domain/**/*.test.ts"];
/** Those that replace a module, or start servers and processes, have a process each, as all other folders' do. */
const ALONE = [
  "tests/lib/domain/administration/roles.test.ts",
  "tests/lib/domain/{markdown,media,webhooks}/**/*.test.ts",
];
/** Other parts of `npm test`, and what is not a part of it. */
const OTHERS = ["tests/{contract,e2e,load,proof}/**"];

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    // Some files wait more than they compute, for timeouts and for other processes.
    maxWorkers: os.availableParallelism() + 1,
    sequence: { sequencer: LongestFirst, setupFiles: "list" },
    // Far more than is ever needed: a machine that is busy with other things as well is no fault of a test's.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Messages name all strays of a list, not their number.
    chaiConfig: { truncateThreshold: 2000 },
    // As in playwright.config.ts; the report marks what passed the second time.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: PURE,
          globalSetup: ["tests/support/runner.ts"],
          setupFiles: ["tests/support/environment.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: DOMAIN,
          exclude: ALONE,
          isolate: false,
          globalSetup: ["tests/support/database-server.ts"],
          setupFiles: ["tests/support/fresh-modules.ts", "tests/support/environment.ts", "tests/support/database.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration-alone",
          include: ["tests/!(lib)/**/*.test.{ts,tsx}", "tests/lib/!(domain)/**/*.test.{ts,tsx}", ...ALONE],
          exclude: [...PURE, ...OTHERS],
          globalSetup: ["tests/support/database-server.ts"],
          setupFiles: ["tests/support/environment.ts", "tests/support/database.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          include: ["tests/contract/**/*.test.ts"],
          globalSetup: ["tests/support/product-for-vitest.ts"],
          setupFiles: ["tests/support/product-environment.ts"],
        },
      },
    ],
  },
});
