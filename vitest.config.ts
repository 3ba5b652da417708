import path from "node:path";
import { defineConfig } from "vitest/config";

/** Tests of pure code; those of any other folder get a database each. */
const PURE = ["tests/{architecture,components,scripts}/**/*.test.{ts,tsx}"];
/** Not for `npm test`, or not for this runner. */
const APART = ["tests/{contract,e2e,load,proof}/**"];

export default defineConfig({
  resolve: { alias: { "@": path.resolve(import.meta.dirname) } },
  test: {
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: PURE, setupFiles: ["tests/support/environment.ts"] },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...PURE, ...APART],
          globalSetup: ["tests/support/database-server.ts"],
          setupFiles: ["tests/support/environment.ts", "tests/support/database.ts"],
        },
      },
      {
        extends: true,
        // Against the server that BASE_URL names, in its environment: scripts/test.ts starts one.
        test: { name: "contract", include: ["tests/contract/**/*.test.ts"] },
      },
    ],
  },
});
