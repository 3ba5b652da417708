import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { withTimeout } from "@/lib/infra/timeout";

const TIMEOUT_MS = 500;
const BLOCKED_MS = TIMEOUT_MS + 300;

const never = new Promise<never>(() => undefined);

test("an answer that arrives while this process is busy is in time", async () => {
  const answer = withTimeout(promisify(execFile)("echo", ["here"]), TIMEOUT_MS);
  for (const until = performance.now() + BLOCKED_MS; performance.now() < until;);
  expect((await answer).stdout).toBe("here\n");
});

test("work that takes too long is no longer waited for, at the timeout and not before", async () => {
  const from = performance.now();
  await expect(withTimeout(never, TIMEOUT_MS)).rejects.toThrow("No answer within 500 ms");
  expect(performance.now() - from).toBeGreaterThan(TIMEOUT_MS - 50);
});

test("the caller decides what late work becomes, a result or an error", async () => {
  expect(await withTimeout(never, 5, () => "late")).toBe("late");
  const refuse = () => {
    throw new RangeError("too late");
  };
  await expect(withTimeout(never, 5, refuse)).rejects.toThrow(RangeError);
});

test("work that fails in time fails with its own error", async () => {
  await expect(withTimeout(Promise.reject(new RangeError("broken")), TIMEOUT_MS)).rejects.toThrow(RangeError);
});
