import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { SESSION } from "@/lib/api/session";
import { API } from "@/lib/api/v1";

const ROOT = "app/api";
const FILES = fs
  .readdirSync(ROOT, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("route.ts"))
  .map((file) => ({ folder: `/api/${path.dirname(file)}`, source: fs.readFileSync(path.join(ROOT, file), "utf8") }));

const pathsIn = (groups: Record<string, Record<string, { path: string }>>) => [
  ...new Set(Object.values(groups).flatMap((group) => Object.values(group).map(({ path }) => path))),
];

test.each([
  ["mountApi", "lib/api/v1", pathsIn(API)],
  ["mountSession", "lib/api/session", pathsIn(SESSION)],
])("%s has a route file for every path of %s, and no other", (mount, declarations, declared) => {
  const mounted = FILES.filter(({ source }) => source.includes(` ${mount}(`));
  const paths = mounted.map(({ folder }) => folder.replace(/\[(\w+)\]/g, "{$1}"));
  // The Allow header tells whether a file serves exactly the methods of its path:
  // tests/contract/addresses.seeded.test.ts.
  const [lacking, surplus] = [
    declared.filter((path) => !paths.includes(path)),
    paths.filter((path) => !declared.includes(path)),
  ];
  const advice = `Add the missing side: a file below ${ROOT}, or a declaration in ${declarations}`;
  expect({ lacking, surplus }, advice).toEqual({ lacking: [], surplus: [] });
});
