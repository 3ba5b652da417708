import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("a start that refuses its environment says so in one JSON line, where logs are JSON", () => {
  const environment = { NODE_ENV: "production" as const, LOG_FORMAT: "json", PORT: "none", METRICS_TOKEN: "short" };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "scripts/start.ts"], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  expect([status, stdout]).toEqual([1, ""]);
  expect(
    stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([{ level: "error", message: expect.stringMatching(/METRICS_TOKEN .*\n  PORT /s) as unknown }]);
});
