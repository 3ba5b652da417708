import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { withTimeout } from "@/lib/infra/database/poll";

/** Longer than the timeout of a poll. */
const BLOCKED_MS = 800;

test("an answer that arrives while this process is busy is in time", async () => {
  const answer = withTimeout(promisify(execFile)("echo", ["here"]));
  for (const until = performance.now() + BLOCKED_MS; performance.now() < until;);
  expect((await answer).stdout).toBe("here\n");
});

test("a server that does not answer times out after half a second", async () => {
  const from = performance.now();
  await expect(withTimeout(new Promise(() => undefined))).rejects.toThrow("No answer within 500 ms");
  expect(performance.now() - from).toBeGreaterThan(450);
});
