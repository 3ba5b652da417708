// `npm test`: everything that is checked before a change lands.
// `npm test -- --only unit,contract [FILTER…]`: some of its parts, and of their files those that a filter matches.
import "./tools/check-node";
import { parseArgs } from "node:util";
import { endWithParent } from "./tools/end-with-parent";
import { generateOpenApi, refreshClient, refreshRouteTypes } from "./tools/next";
import { openTemporaryFolder } from "./tools/temporary-folder";
import { failWith, UserError } from "./tools/terminal";
import { check, playwright, vitest } from "./tools/test-runners";
import { ownEnvironment } from "./tools/test-server";

const { values, positionals: filters } = parseArgs({ allowPositionals: true, options: { only: { type: "string" } } });
const folder = await openTemporaryFolder();
const environment = { ...ownEnvironment(), TMPDIR: folder.path };

const PARTS = {
  format: () => check(environment, "prettier", "--check", "--log-level", "warn", "."),
  types: () => check(environment, "tsc", "--noEmit"),
  lint: () => check(environment, "eslint", "--max-warnings", "0", "."),
  unit: () => vitest("unit", environment, filters),
  integration: () => vitest("integration", environment, filters),
  contract: () => vitest("contract", environment, filters),
  e2e: () => playwright(environment, filters),
};
type Part = keyof typeof PARTS;

/** Each of these keeps one processor busy, and checks everything; the others keep all of them, and take filters. */
const PARALLEL: readonly Part[] = ["format", "types", "lint"];

const totals = { passed: 0, failed: 0 };
let filtered: number | undefined;
const again: string[] = [];

try {
  const wanted = partsOf(values.only);
  if (process.env.npm_lifecycle_event) endWithParent();
  refreshClient();
  generateOpenApi();
  if (wanted.includes("types") || wanted.includes("lint")) refreshRouteTypes();
  await Promise.all(wanted.filter((part) => PARALLEL.includes(part)).map(run));
  for (const part of wanted.filter((part) => !PARALLEL.includes(part))) await run(part);
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
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
if (again.length > 0) console.log(["To run again what failed:", ...again].join("\n  "));
process.exit(totals.failed === 0 ? 0 : 1);

async function run(part: Part): Promise<void> {
  console.log(`\n── ${part} ${"─".repeat(60 - part.length)}`);
  const from = performance.now();
  const { passed, failed, failedFiles } = await PARTS[part]();
  console.log(`── ${part} took ${((performance.now() - from) / 1000).toFixed(1)} s`);
  totals.passed += passed;
  totals.failed += failed;
  if (!PARALLEL.includes(part)) filtered = (filtered ?? 0) + passed + failed;
  if (failed > 0) again.push(commandFor(part, failedFiles));
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
