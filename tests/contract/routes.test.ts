import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { CASES } from "./cases";

const ROOT = "app/api/v1";
const UNKNOWN = "/[[...unknown]]";

test("every route file serves a declared path, and every declared path has its route file", () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("route.ts"));
  const served = files.map((file) => `/${file}`.replace(/\/route\.ts$/, "")).filter((path) => path !== UNKNOWN);
  const paths = served.map((path) => `/api/v1${path.replace(/\[(\w+)\]/g, "{$1}")}`);
  // That a file serves exactly the methods of its path is tested by the Allow header in addresses.test.ts.
  expect(paths.toSorted(), "Route files beside the declarations in lib/api/v1: add the missing side").toEqual(
    [...new Set(CASES.map(({ operation }) => operation.path))].toSorted(),
  );
});
