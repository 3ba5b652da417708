// `npm test`: everything that is checked before a change lands.
// `npm test -- --only unit,contract [FILTER…]`: some of its parts, and of their files those that a filter matches.
import "./check-node";
import { parseArgs } from "node:util";
import type { Source } from "@/lib/infra/env";
import { seedDemo } from "./demo";
import { openLocks } from "./locks";
import { refreshClient, refreshRouteTypes } from "./next";
import { buildOnce } from "./production-build";
import { failWith, Trouble } from "./terminal";
import { copyTemplate, openTestDatabases, type TestDatabases } from "./test-databases";
import { check, type Counts, playwright, vitest } from "./test-runners";
import { ownEnvironment, startTestServer, TEST_BUILD } from "./test-server";

const PARTS = ["types", "lint", "unit", "integration", "contract", "e2e"] as const;
type Part = (typeof PARTS)[number];

const { values, positionals: filters } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
const wanted = partsOf(values.only);
const environment = ownEnvironment();
const totals: Counts = { passed: 0, failed: 0 };

try {
  refreshClient();
  if (wanted.includes("types") || wanted.includes("lint")) refreshRouteTypes();
  // Each keeps one processor busy.
  await Promise.all([
    part("types", () => check(environment, "tsc", "--noEmit")),
    part("lint", () => check(environment, "eslint", "--max-warnings", "0", ".")),
  ]);
  await part("unit", () => vitest("unit", environment, filters));
  await part("integration", () => vitest("integration", environment, filters));
  if (wanted.includes("contract") || wanted.includes("e2e")) await withBuild();
} catch (error) {
  failWith(error);
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);

/** The product as it will run, built, and for each part anew on a database of its own: what one leaves, no other meets. */
async function withBuild(): Promise<void> {
  const databases = await openTestDatabases();
  try {
    const locks = openLocks(databases.admin);
    await buildOnce(locks, { ...environment, ...TEST_BUILD }, (work) => timed("build", work));
    await part("contract", () => withServer(databases, (variables) => vitest("contract", variables, filters)));
    await part("e2e", () => withServer(databases, (variables) => playwright(variables, filters)));
  } finally {
    await databases.leave();
  }
}

/** Migrated, with the demo data. */
async function withServer(databases: TestDatabases, work: (variables: Source) => Promise<Counts>): Promise<Counts> {
  const { url } = await copyTemplate(databases);
  const server = await timed("server", () => startTestServer(url));
  try {
    await timed("demo data", () => seedDemo(server.variables));
    return await work({ ...server.variables, NODE_ENV: "test" });
  } finally {
    await server.stop();
  }
}

async function part(name: Part, run: () => Promise<Counts>): Promise<void> {
  if (!wanted.includes(name)) return;
  const { passed, failed } = await timed(name, run);
  totals.passed += passed;
  totals.failed += failed;
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
  const from = performance.now();
  const result = await work();
  console.log(`── ${name} took ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return result;
}

function partsOf(only: string | undefined): readonly Part[] {
  if (only === undefined) return PARTS;
  return only.split(",").map((name) => {
    const part = PARTS.find((known) => known === name);
    return part ?? failWith(new Trouble(`There is no part ${name}: --only takes ${PARTS.join(", ")}.`));
  });
}
