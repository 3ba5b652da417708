// `npm test`: everything that is checked before a change lands.
// `npm test -- --only unit,contract [FILTER…]`: some of its parts, and of their files those that a filter matches.
import "./tools/check-node";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { endWithParent } from "./tools/end-with-parent";
import { generateOpenApi, refreshClient, refreshRouteTypes } from "./tools/next";
import { openTemporaryFolder } from "./tools/temporary-folder";
import { failWith, UserError } from "./tools/terminal";
import { buildForTests, check, playwright, vitest } from "./tools/test-runners";
import { ownEnvironment } from "./tools/test-server";

const { values, positionals: filters } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
const folder = await openTemporaryFolder();
const environment = { ...ownEnvironment(), TMPDIR: folder.path };

const PARTS = {
  format: () => check(environment, "prettier", "--check", "--log-level", "warn", "."),
  types: () => check(environment, "tsc", "--noEmit"),
  lint: () => check(environment, "eslint", "--max-warnings", "0", "."),
  unit: () => vitest(["unit"], environment, filters),
  integration: () => vitest(["integration", "integration-alone"], environment, filters),
  contract: () => vitest(["contract"], environment, filters),
  e2e: () => playwright(environment, filters),
};
type Part = keyof typeof PARTS;

/** These only compute, and check everything: they run beside the others, which often wait, and which take filters. */
const CONCURRENT: readonly Part[] = ["format", "types", "lint"];
/** These ask a built product. */
const BUILT: readonly Part[] = ["contract", "e2e"];

const totals = { passed: 0, failed: 0 };
let filtered: number | undefined;
const failures: string[] = [];
const again: string[] = [];

try {
  const wanted = partsOf(values.only);
  if (process.env.npm_lifecycle_event) endWithParent();
  refreshClient();
  generateOpenApi();
  const built = wanted.some((part) => BUILT.includes(part)) ? buildForTests(environment) : Promise.resolve();
  // A build writes types of its own, so that the pages' are generated after it.
  const typed = wanted.includes("types") || wanted.includes("lint") ? built.then(refreshRouteTypes) : built;
  const concurrent = wanted.filter((part) => CONCURRENT.includes(part));
  const checks = Promise.all(concurrent.map((part) => (part === "format" ? run(part) : typed.then(() => run(part)))));
  checks.catch(() => undefined);
  for (const part of wanted.filter((part) => !CONCURRENT.includes(part))) {
    if (BUILT.includes(part)) await built;
    // Browsers and the server they ask keep all processors.
    if (part === "e2e") await checks;
    await run(part);
  }
  await checks;
} catch (error) {
  await folder.close();
  failWith(error);
}

const leftovers = await folder.close();
for (const leftover of leftovers) console.error(`Left behind: ${leftover}`);
totals.failed += leftovers.length;
if (filters.length > 0 && filtered === 0) {
  console.error(`No test file of ${values.only} has ${filters.join(" or ")} in its path.`);
  totals.failed += 1;
}
for (const failure of new Set(failures)) console.log(`\n✗ ${firstLinesOf(failure)}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
if (again.length > 0) console.log(["To run again what failed:", ...again].join("\n  "));
process.exit(totals.failed === 0 ? 0 : 1);

async function run(part: Part): Promise<void> {
  const isConcurrent = CONCURRENT.includes(part);
  const heading = `\n── ${part} ${"─".repeat(60 - part.length)}`;
  if (!isConcurrent) console.log(heading);
  const from = performance.now();
  const { passed, failed, output, ...result } = await PARTS[part]();
  if (isConcurrent) console.log(output ? `${heading}\n${output}` : heading);
  console.log(`── ${part} took ${((performance.now() - from) / 1000).toFixed(1)} s`);
  totals.passed += passed;
  totals.failed += failed;
  if (!isConcurrent) filtered = (filtered ?? 0) + passed + failed;
  failures.push(...result.failures);
  if (failed > 0) again.push(commandFor(part, result.failedFiles));
}

/** Failures are repeated at the end, where a run of half an hour is read first. */
function firstLinesOf(failure: string): string {
  const lines = stripVTControlCharacters(failure).split("\n");
  const ours = lines.filter((line) => !/^\s+at .*(node_modules|node:)|^\s+at new Promise/.test(line));
  return ours.slice(0, 12).join("\n  ").slice(0, 2000);
}

function commandFor(part: Part, failedFiles: string[]): string {
  if (part === "format") return "npm run format && npm test -- --only format";
  return ["npm test -- --only", part, ...(failedFiles.length > 0 ? failedFiles : filters)].join(" ");
}

function partsOf(only: string | undefined): Part[] {
  const names = Object.keys(PARTS) as Part[];
  if (only === undefined) return names;
  return only.split(",").map((name) => {
    const part = names.find((known) => known === name);
    if (!part) throw new UserError(`There is no part ${name}: --only takes ${names.join(", ")}.`);
    return part;
  });
}
