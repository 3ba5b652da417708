import { expect, test, vi } from "vitest";
import { HealthCheck } from "@/lib/monitoring/health-check";
import { eventually } from "@/tests/support/eventually";
import { HOUR_MS } from "@/lib/domain/kernel/durations";

test("runs once for all callers while the finding is reused", async () => {
  const examine = vi.fn(async () => ({ status: "ok" as const }));
  const check = new HealthCheck(examine, { keptMs: HOUR_MS, timeoutMs: HOUR_MS });
  const verdicts = await Promise.all(Array.from({ length: 1000 }, () => check.verdict()));
  await check.verdict();
  expect(examine).toHaveBeenCalledTimes(1);
  expect(new Set(verdicts.map(({ status }) => status))).toEqual(new Set(["ok"]));
});

test("waits no longer than its limit, and starts no second check while one hangs", async () => {
  let answer = () => {};
  const examine = vi.fn(
    () => new Promise<{ status: "ok" }>((resolve) => (answer = () => resolve({ status: "ok" as const }))),
  );
  const check = new HealthCheck(examine, { keptMs: 0, timeoutMs: 1 });
  for (let asked = 0; asked < 3; asked += 1)
    expect(await check.verdict()).toMatchObject({ status: "down", detail: "no answer in 1 ms" });
  expect(examine).toHaveBeenCalledTimes(1);
  answer();
  await eventually(() => check.verdict().then(() => expect(examine).toHaveBeenCalledTimes(2)));
  answer();
});

test("reports that a part failed without the error's message, which may name a host or a password", async () => {
  const error = Object.assign(new Error("password authentication failed for hunter2"), { code: "28P01" });
  const check = new HealthCheck(() => Promise.reject(error), { keptMs: 0, timeoutMs: HOUR_MS });
  expect(await check.verdict()).toEqual({ status: "down", detail: "28P01", ageMs: 0 });
});
