import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Source } from "@/lib/infra/env";
import { dataDirectory, PROJECT } from "./state-directory";

export interface Counts {
  passed: number;
  failed: number;
}

const PROGRAMS = {
  tsc: "typescript/bin/tsc",
  eslint: "eslint/bin/eslint.js",
  vitest: "vitest/vitest.mjs",
  playwright: "@playwright/test/cli.js",
};
type Program = keyof typeof PROGRAMS;

/** A tool that says yes or no counts as one. */
export async function check(variables: Source, program: Program, ...args: string[]): Promise<Counts> {
  return (await run(program, args, variables)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

export function vitest(project: string, variables: Source, filters: string[]): Promise<Counts> {
  return counting(
    (file) => {
      const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
      return run("vitest", ["run", "--project", project, ...reporters, ...filters], variables);
    },
    (report: { numPassedTests: number; numFailedTests: number }) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
    }),
  );
}

export function playwright(variables: Source, filters: string[]): Promise<Counts> {
  return counting(
    (file) => run("playwright", ["test", ...filters], { ...variables, COUNTS_FILE: file }),
    (report: { stats: { expected: number; unexpected: number } }) => ({
      passed: report.stats.expected,
      failed: report.stats.unexpected,
    }),
  );
}

/** A runner that fails without a failed test (a file that does not load, no tests at all) has failed once. */
async function counting<Report>(
  runner: (file: string) => Promise<boolean>,
  countsOf: (report: Report) => Counts,
): Promise<Counts> {
  const file = path.join(dataDirectory(), `test-counts-${process.pid}.json`);
  const content = await runner(file);
  const counts = fs.existsSync(file)
    ? countsOf(JSON.parse(fs.readFileSync(file, "utf8")) as Report)
    : { passed: 0, failed: 0 };
  fs.rmSync(file, { force: true });
  return content ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}

function run(program: Program, args: string[], variables: Source): Promise<boolean> {
  const script = path.join(PROJECT, "node_modules", PROGRAMS[program]);
  const child = spawn(process.execPath, [script, ...args], {
    cwd: PROJECT,
    env: variables as NodeJS.ProcessEnv,
    stdio: "inherit",
  });
  return new Promise((resolve, reject) => child.once("error", reject).once("exit", (code) => resolve(code === 0)));
}
