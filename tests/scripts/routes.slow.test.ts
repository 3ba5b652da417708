// Slow: the command is a process of its own, which reads every declaration.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { expect, test } from "vitest";
import { SESSION } from "@/lib/api/session";
import { API } from "@/lib/api/v1";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";

test("npm run routes names the method, path, operation and file of every operation", { timeout: 60_000 }, () => {
  const printed = execFileSync(process.execPath, ["--import", "tsx", "scripts/routes.ts"], { encoding: "utf8" });
  const rows = printed
    .trim()
    .split("\n")
    .map((line) => line.split(/ +/));
  expect(rows.filter(([, , , file = ""]) => !fs.existsSync(file))).toEqual([]);
  const declared = [...Object.values(API), ...Object.values(SESSION)].flatMap(
    (group): (ApiOperation | SessionOperation)[] => Object.values(group),
  );
  const routes = rows.map(([method, path]) => `${method} ${path}`);
  expect(declared.filter(({ method, path }) => !routes.includes(`${method} ${path}`))).toEqual([]);
  expect(rows).toContainEqual(["POST", "/api/v1/posts/{id}/like", "engagement.like", "lib/api/v1/engagement.ts"]);
  expect(rows).toContainEqual(["POST", "/api/posts/{id}/like", "engagement.like", "lib/api/v1/engagement.ts"]);
  expect(rows).toContainEqual(["*", "/api/auth/**", "-", "app/api/auth/[...nextauth]/route.ts"]);
});
