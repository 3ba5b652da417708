import os from "node:os";
import path from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { filesThatChangeTheirProcess } from "./tests/support/process-changes.ts";

/**
 * `name.test.ts` belongs to `npm test`, `name.slow.test.ts`, which begins with the reason, to `npm run test:slow`.
 * `name.seeded.test.ts` belongs to both. What is random it tries a few times with a fixed seed in the first, and many
 * times with new ones in the second; what all operations answer alike it asks of a sixth of them, and of all.
 */
const QUICK = "!(*.slow).test.{ts,tsx}";
const SLOW = "*.{slow,seeded}.test.ts";

/** Tests of pure code, which know no database. */
const PURE = ["architecture", "components", "docs", "explorer", "scripts"];
/** Tests that ask a database. One process runs many of their files, and loads packages and modules once. */
const WITH_DATABASE = ["app", "database-faults", "interleavings", "lib", "model", "prisma", "upgrades"];
const ALONE = filesThatChangeTheirProcess(path.join(import.meta.dirname, "tests"), WITH_DATABASE);
/** Tests that ask the built product. */
const BY_HTTP = ["contract"];

const UNIT = {
  globalSetup: ["tests/support/runner.ts"],
  setupFiles: ["tests/support/environment.ts"],
};
const INTEGRATION = {
  globalSetup: ["tests/support/database-server.ts"],
  setupFiles: ["tests/support/environment.ts", "tests/support/database.ts"],
};
/** What a password's hash really costs is asked of the built product. */
const CHEAP_HASHES = { alias: { "@node-rs/argon2": path.resolve(import.meta.dirname, "tests/support/argon2.ts") } };
const SHARED_PROCESS = {
  ...INTEGRATION,
  setupFiles: [...INTEGRATION.setupFiles, "tests/support/shared-process.ts"],
  isolate: false,
};
const CONTRACT = {
  globalSetup: ["tests/support/product-for-vitest.ts"],
  setupFiles: ["tests/support/product-environment.ts"],
};

type Settings = TestProjectInlineConfiguration["test"];

function quick(name: string, folders: string[], test: Settings): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: filesIn(folders, QUICK), ...test } };
}

function slow(name: string, folders: string[], test: Settings): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: filesIn(folders, SLOW), env: { THOROUGH: "1" }, ...test } };
}

const filesIn = (folders: string[], names: string) => folders.map((folder) => `tests/${folder}/**/${names}`);

export default defineConfig({
  resolve: {
    alias: {
      "@": path.resolve(import.meta.dirname),
      "next/server": path.resolve(import.meta.dirname, "tests/support/next-server.ts"),
    },
  },
  test: {
    // Some files wait more than they compute, for timeouts and for other processes.
    maxWorkers: os.availableParallelism() + 1,
    sequence: { sequencer: LongestFirst, setupFiles: "list" },
    // Far more than is ever needed: a machine that is busy with other things as well is no fault of a test's.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Messages name all strays of a list, not their number.
    chaiConfig: { truncateThreshold: 2000 },
    projects: [
      quick("unit", PURE, { ...UNIT, isolate: false }),
      quick("integration", WITH_DATABASE, { ...SHARED_PROCESS, ...CHEAP_HASHES, exclude: ALONE }),
      quick("integration-alone", WITH_DATABASE, { ...INTEGRATION, include: ALONE }),
      quick("contract", BY_HTTP, { ...CONTRACT, isolate: false }),
      slow("unit-slow", PURE, UNIT),
      slow("integration-slow", WITH_DATABASE, INTEGRATION),
      slow("contract-slow", BY_HTTP, CONTRACT),
    ],
  },
});
