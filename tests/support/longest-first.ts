import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take more than ten seconds. Of the contract tests, those that wait meanwhile. */
const LONG = [
  "tests/app/api/markdown",
  "tests/contract/entry",
  "tests/contract/export",
  "tests/contract/live-crashes",
  "tests/contract/shutdown",
  "tests/contract/sign-in-outage",
  "tests/contract/workers",
  "tests/lib/domain/markdown/",
  "tests/lib/domain/media/redraw",
  "tests/lib/domain/webhooks/delivery/transport",
  "tests/lib/infra/database-outage",
  "tests/lib/infra/process-pool",
  "tests/lib/infra/resolve-name",
  "tests/lib/infra/storage-away",
  "tests/lib/queue/worker-leases",
  "tests/lib/server/supervisor",
  "tests/prisma/seed",
];

/** Begins with the files that take longest, so that the last one does not run alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ordered = [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
    // A process that runs many files ends when the next one needs its own.
    return [...ordered.filter(isAlone), ...ordered.filter((file) => !isAlone(file))];
  }
}

function isAlone({ project }: TestSpecification): boolean {
  return project.config.isolate;
}

function isLong({ moduleId }: TestSpecification): boolean {
  return LONG.some((name) => moduleId.includes(name));
}
