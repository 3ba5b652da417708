import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { withTimeout } from "@/lib/infra/database/poll";

/** Longer than an answer may take. */
const BLOCKED_MS = 800;

test("an answer that comes while this process is busy is in time", async () => {
  const answer = withTimeout(promisify(execFile)("echo", ["here"]));
  for (const until = performance.now() + BLOCKED_MS; performance.now() < until;);
  expect((await answer).stdout).toBe("here\n");
});

test("a server that does not answer is given up after half a second", async () => {
  const from = performance.now();
  await expect(withTimeout(new Promise(() => undefined))).rejects.toThrow("No answer within 500 ms");
  expect(performance.now() - from).toBeGreaterThan(450);
});
