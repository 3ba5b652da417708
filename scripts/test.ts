// `npm test`: everything that is checked before a change lands, except slow tests.
// `npm run test:slow`: the same with slow tests, and thousands of random cases.
// `npm test -- --only unit,contract [FILTER…]`: some of its parts, and of these the files that match a filter.
import "./tools/check-node";
import fs from "node:fs";
import path from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { startProduct, TEST_PRODUCT } from "@/tests/support/product";
import { endWithParent } from "@/lib/infra/process/processes";
import { generateOpenApi, refreshClient, refreshRouteTypes } from "./tools/next";
import { PROJECT } from "@/lib/infra/process/project";
import { openTemporaryFolder } from "./tools/temporary-folder";
import { elapsed, failWith, UserError } from "./tools/terminal";
import { buildForTests, check, playwright, type TestResult, vitest } from "@/tests/support/test-runners";
import { ownEnvironment } from "@/tests/support/test-server";

interface Part {
  proves: string;
  folders?: string[];
  /** Runs the part in `npm test`. */
  run?: () => Promise<TestResult>;
  /** Runs the part in `npm run test:slow`. */
  runSlow?: () => Promise<TestResult>;
  /** Only computes and ignores filters. Runs concurrently with the other parts, which often wait. */
  isConcurrent?: boolean;
  needsProduct?: boolean;
}

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, slow: { type: "boolean", default: false } },
});
const folder = await openTemporaryFolder();
process.env.TMPDIR = folder.path;
const environment = ownEnvironment();

const PARTS: Record<string, Part> = {
  format: {
    proves: "that npm run format has nothing to change",
    runSlow: () => check(environment, "prettier", "--check", "--log-level", "warn", "--cache", "."),
    isConcurrent: true,
  },
  lint: {
    proves: "every type, and the rules of .oxlintrc.json",
    run: () => check(environment, "oxlint"),
    isConcurrent: true,
  },
  unit: {
    proves: "architecture, components, scripts and the guides by themselves",
    folders: ["architecture", "components", "docs", "scripts"],
    run: () => vitest(["unit"], environment, filters),
    runSlow: () => vitest(["unit-slow"], environment, filters),
  },
  integration: {
    proves: "what the product does, on a real PostgreSQL",
    folders: ["app", "database-faults", "interleavings", "lib", "model", "prisma", "upgrades"],
    run: () => vitest(["integration", "integration-alone"], environment, filters),
    runSlow: () => vitest(["integration-slow"], environment, filters),
  },
  e2e: {
    proves: "every page, and what people do there, in a real Chromium",
    folders: ["e2e"],
    run: () => playwright("e2e", environment, filters),
    runSlow: () => playwright("e2e-slow", environment, filters),
    needsProduct: true,
  },
  contract: {
    proves: "every operation, over HTTP, on the built product",
    folders: ["contract"],
    run: () => vitest(["contract"], environment, filters),
    runSlow: () => vitest(["contract-slow"], environment, filters),
    needsProduct: true,
  },
};

const results: { part: string; passed: number; failed: number; seconds: number }[] = [];
let filtered: number | undefined;
const failures: string[] = [];
const skipped: string[] = [];
const again: string[] = [];

try {
  const wanted = partsOf(values.only);
  if (process.env.npm_lifecycle_event) endWithParent();
  refreshClient();
  generateOpenApi();
  const built = wanted.some((part) => PARTS[part]?.needsProduct) ? buildForTests(environment) : Promise.resolve();
  // Generates the types of routes after the build, which writes its own.
  const typed = wanted.includes("lint") ? built.then(refreshRouteTypes) : built;
  const concurrent = wanted.filter((part) => PARTS[part]?.isConcurrent);
  const checks = Promise.all(concurrent.map((part) => typed.then(() => run(part))));
  checks.catch(() => undefined);
  const [askingNobody, askingProduct] = [false, true].map((asks) =>
    wanted.filter((part) => !PARTS[part]?.isConcurrent && (PARTS[part]?.needsProduct ?? false) === asks),
  );
  for (const part of askingNobody!) await run(part);
  await checks;
  await built;
  if (askingProduct!.length > 0) await withProduct(askingProduct!);
} catch (error) {
  await folder.close();
  failWith(error);
}

const leftovers = await folder.close();
for (const leftover of leftovers) console.error(`Left behind: ${leftover}`);
const total = (count: "passed" | "failed") => results.reduce((sum, result) => sum + result[count], 0);
let failed = total("failed") + leftovers.length;
if (filters.length > 0 && filtered === 0) {
  console.error(`No test file of ${values.only} has ${filters.join(" or ")} in its path.`);
  failed += 1;
}
console.log("\n── proved ".padEnd(64, "─"));
for (const { part, seconds, ...counts } of results)
  console.log(
    `${part.padEnd(12)}${String(counts.passed).padStart(5)} passed${String(counts.failed).padStart(4)} failed` +
      `${seconds.toFixed(0).padStart(6)} s   ${PARTS[part]?.proves}`,
  );
if (skipped.length > 0) console.log(["Not run here:", ...skipped].join("\n  "));
if (!values.slow) console.log("npm run test:slow proves the rest, and names it.");
// After what may be long, so that the end of a log shows them.
for (const failure of new Set(failures)) console.log(`\n✗ ${firstLinesOf(failure)}`);
console.log(`\n${total("passed")} passed, ${failed} failed, in ${elapsed().trim()}`);
if (again.length > 0) console.log(["To run again what failed:", ...again].join("\n  "));
process.exit(failed === 0 ? 0 : 1);

async function withProduct(parts: string[]): Promise<void> {
  const { stop, ...product } = await startProduct();
  environment[TEST_PRODUCT] = JSON.stringify(product);
  try {
    for (const part of parts) await run(part);
  } finally {
    await stop();
  }
}

function runOf(name: string): Part["run"] {
  return values.slow ? PARTS[name]?.runSlow : PARTS[name]?.run;
}

async function run(name: string): Promise<void> {
  const part = PARTS[name]!;
  const heading = `\n── ${name} ${"─".repeat(60 - name.length)}`;
  if (!part.isConcurrent) console.log(heading);
  if (values.slow) part.folders?.forEach(explainSlowTests);
  const from = performance.now();
  const { passed, failed, output, ...result } = await runOf(name)!();
  const seconds = (performance.now() - from) / 1000;
  if (part.isConcurrent) console.log(output ? `${heading}\n${output}` : heading);
  console.log(`── ${name} took ${seconds.toFixed(1)} s`);
  results.push({ part: name, passed, failed, seconds });
  if (!part.isConcurrent) filtered = (filtered ?? 0) + passed + failed;
  failures.push(...result.failures);
  skipped.push(...result.skipped);
  if (failed > 0) again.push(commandFor(name, result.failedFiles));
}

/** Prints each file that `npm test` leaves out, with the reason from its first line. */
function explainSlowTests(folder: string): void {
  const tests = path.join(PROJECT, "tests", folder);
  const names = fs.readdirSync(tests, { recursive: true, encoding: "utf8" });
  for (const name of names.filter((name) => /\.slow\.(test|spec)\.ts$/.test(name)).sort()) {
    const [, reason = "?"] = /^\/\/ Slow: (.+)$/m.exec(fs.readFileSync(path.join(tests, name), "utf8")) ?? [];
    console.log(`  tests/${folder}/${name}: ${reason}`);
  }
}

/** Shortens a failure for the summary at the end, which is what people read first after a long run. */
function firstLinesOf(failure: string): string {
  const lines = stripVTControlCharacters(failure).split("\n");
  const ours = lines.filter((line) => !/^\s+at .*(node_modules|node:)|^\s+at new Promise/.test(line));
  return ours.slice(0, 12).join("\n  ").slice(0, 2000);
}

function commandFor(part: string, failedFiles: string[]): string {
  if (part === "format") return "npm run format && npm run test:slow -- --only format";
  const suite = values.slow ? "npm run test:slow" : "npm test";
  return [`${suite} -- --only`, part, ...(failedFiles.length > 0 ? failedFiles : filters)].join(" ");
}

function partsOf(only: string | undefined): string[] {
  const names = Object.keys(PARTS).filter((name) => runOf(name));
  const chosen = only?.split(",") ?? names;
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown) throw new UserError(`There is no part ${unknown}: --only takes ${names.join(", ")}.`);
  return chosen;
}
