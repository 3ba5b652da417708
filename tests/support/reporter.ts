import fs from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import type { TestResult } from "./test-runners";

type Failure = ReturnType<TestModule["errors"]>[number];

/** Writes the result of a run, for the summary of `npm test`, including failures outside of any test. */
export default class FileReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === "failed");
    const result: TestResult = {
      passed: tests.filter((test) => test.result().state === "passed").length,
      failed: failed.length,
      skipped: tests.filter((test) => test.result().state === "skipped").map(({ fullName }) => fullName),
      failedFiles: modules.filter((module) => !module.ok()).map(({ relativeModuleId }) => relativeModuleId),
      failures: [
        ...failed.flatMap((test) => (test.result().errors ?? []).map((error) => `${test.fullName}\n${textOf(error)}`)),
        ...modules.flatMap(outsideOfTests),
        ...unhandled.map((error) => `Outside of any test\n${textOf(error)}`),
      ],
    };
    fs.writeFileSync(process.env.REPORT_FILE!, JSON.stringify(result));
  }
}

/** Failures of files that do not load, and of hooks of a file or a suite. */
function outsideOfTests(module: TestModule): string[] {
  const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
  return errors.map((error) => `${module.relativeModuleId}\n${textOf(error)}`);
}

const textOf = ({ message, stack }: Failure) => stack ?? message;
