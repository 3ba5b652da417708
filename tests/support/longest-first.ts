import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest: slow and randomized tests, and a few others. */
const LONG = [".slow.test.", ".seeded.test.", "tests/lib/domain/rows"];

/** Starts with the files that take longest, so that the run does not end with one long file alone. */
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
