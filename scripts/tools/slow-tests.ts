import fs from "node:fs";
import path from "node:path";
import { PROJECT } from "./state-directory";

/** The folders with the tests of each part. */
const FOLDERS: Record<string, string[]> = {
  unit: ["architecture", "components", "scripts"],
  integration: ["app", "lib", "prisma", "upgrades"],
  e2e: ["e2e"],
  contract: ["contract"],
};
const REASON = /^\/\/ Slow: (.+)$/m;

/** A line for each file of a part that `npm test` leaves out, with the reason from the file's first line. */
export function reasonsOfSlowTests(part: string): string[] {
  return (FOLDERS[part] ?? []).flatMap((folder) => {
    const absolute = path.join(PROJECT, "tests", folder);
    return fs
      .readdirSync(absolute, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.slow\.(test|spec)\.ts$/.test(name))
      .sort()
      .map((name) => {
        const reason = REASON.exec(fs.readFileSync(path.join(absolute, name), "utf8"))?.[1];
        return `  tests/${folder}/${name}: ${reason ?? "?"}`;
      });
  });
}
