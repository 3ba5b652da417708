import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { execa } from "execa";
import type { Source } from "@/lib/infra/environment/env";
import { PROJECT } from "@/lib/infra/process/project";
import { dataDirectory } from "@/scripts/tools/state-directory";

export interface TestResult {
  passed: number;
  failed: number;
  /** The names of tests that were skipped because this machine lacks something. */
  skipped: string[];
  /** Relative to the project; empty if the tool reports the files itself. */
  failedFiles: string[];
  /** The name of each failed test, and the failure. */
  failures: string[];
  /** Its output, if that has not been shown yet. */
  output?: string;
}

const PROGRAMS = {
  oxlint: "oxlint/bin/oxlint",
  prettier: "prettier/bin/prettier.cjs",
  vitest: "vitest/vitest.mjs",
  playwright: "@playwright/test/cli.js",
};
type Program = keyof typeof PROGRAMS;

/** Runs a tool that passes or fails, concurrently with the tests. It counts as one test. */
export async function check(variables: Source, program: Program, ...args: string[]): Promise<TestResult> {
  const { succeeded, output } = await runBeside([programPath(program), ...args], variables);
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, skipped: [], failedFiles: [], failures: [], output };
}

export function vitest(projects: readonly string[], variables: Source, filters: string[]): Promise<TestResult> {
  return withReport<TestResult>(
    (file) => {
      const reporters = ["--reporter=default", `--reporter=${path.join(PROJECT, "tests/support/reporter.ts")}`];
      const named = projects.flatMap((project) => ["--project", project]);
      const whole = filters.length === 0 && { CHECK_ROWS: "1" };
      const set = { ...variables, ...whole, REPORT_FILE: file };
      return run("vitest", ["run", ...named, ...reporters, ...selection(filters)], set);
    },
    (report) => report,
  );
}

interface PlaywrightReport {
  config: { rootDir: string };
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
}
interface PlaywrightSuite {
  file: string;
  specs: { ok: boolean; title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[];
  suites?: PlaywrightSuite[];
}

export function playwright(project: string, variables: Source, filters: string[]): Promise<TestResult> {
  return withReport<PlaywrightReport>(
    (file) =>
      run("playwright", ["test", `--project=${project}`, ...selection(filters)], { ...variables, REPORT_FILE: file }),
    ({ config, stats, suites }) => ({
      passed: stats.expected,
      failed: stats.unexpected,
      skipped: suites.flatMap(skippedIn),
      failedFiles: suites
        .filter(hasFailed)
        .map(({ file }) => path.relative(PROJECT, path.resolve(config.rootDir, file))),
      failures: suites.flatMap(failuresIn),
    }),
  );
}

/** A filter may only match files of another part; scripts/test.ts reports a filter that matches no file at all. */
function selection(filters: string[]): string[] {
  return filters.length > 0 ? [...filters, "--pass-with-no-tests"] : [];
}

function hasFailed({ specs, suites = [] }: PlaywrightSuite): boolean {
  return specs.some(({ ok }) => !ok) || suites.some(hasFailed);
}

function skippedIn({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "skipped"));
  return [...own.map(({ title }) => title), ...suites.flatMap(skippedIn)];
}

function failuresIn({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .flatMap(({ title, tests }) =>
      tests.flatMap(({ results }) => results.map(({ error }) => `${title}\n${error?.message ?? ""}`)),
    );
  return [...own, ...suites.flatMap(failuresIn)];
}

/** Reads a runner's report. A runner that fails without a failed test (a file does not load) counts as one failure. */
async function withReport<Report>(
  runner: (file: string) => Promise<boolean>,
  resultOf: (report: Report) => TestResult,
): Promise<TestResult> {
  const file = path.join(dataDirectory(), `test-report-${process.pid}.json`);
  const succeeded = await runner(file);
  const result = fs.existsSync(file)
    ? resultOf(JSON.parse(fs.readFileSync(file, "utf8")) as Report)
    : { passed: 0, failed: 0, skipped: [], failedFiles: [], failures: [] };
  fs.rmSync(file, { force: true });
  return succeeded ? result : { ...result, failed: Math.max(1, result.failed) };
}

/** Builds the product for contract and end-to-end tests. If that fails, they report it themselves. */
export async function buildForTests(variables: Source): Promise<void> {
  const script = path.join(PROJECT, "tests/support/build-for-tests.ts");
  const { succeeded, output } = await runBeside(["--import", "tsx", script], variables);
  if (succeeded && output) console.log(output);
}

/** Tests have priority, but other work on the machine must not keep these checks from finishing. */
const NICENESS = 5;

async function runBeside(args: string[], variables: Source): Promise<{ succeeded: boolean; output: string }> {
  const running = execa(process.execPath, args, { ...options(variables), stdin: "ignore", all: true });
  if (running.pid !== undefined) os.setPriority(running.pid, NICENESS);
  const { failed, all } = await running;
  return { succeeded: !failed, output: all };
}

async function run(program: Program, args: string[], variables: Source): Promise<boolean> {
  const { failed } = await execa(process.execPath, [programPath(program), ...args], {
    ...options(variables),
    stdio: "inherit",
  });
  return !failed;
}

const options = (variables: Source) => ({ cwd: PROJECT, extendEnv: false, env: variables, reject: false }) as const;
const programPath = (program: Program) => path.join(PROJECT, "node_modules", PROGRAMS[program]);
