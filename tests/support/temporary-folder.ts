import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** A new folder that is removed when the test ends, passed or failed; with `afterAll`, when its file ends. */
export function temporaryFolder(whenDone: (remove: () => void) => void = onTestFinished): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pegboard-"));
  whenDone(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
