// Slow: its processes reach their limits of time and memory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { JobError, OverloadedError } from "@/lib/infra/process/job-errors";
import { ProcessPool, type ProcessPoolOptions, sharedPool } from "@/lib/infra/process/pool";
import { commandLine, isRunning } from "@/lib/infra/process/processes";

type Job = { act: string; [detail: string]: unknown };

const OPTIONS: ProcessPoolOptions = {
  name: "test",
  script: "tests/lib/infra/process/pool-program.mjs",
  size: 1,
  maxQueued: 20,
  maxQueuedPerOwner: 10,
  timeoutMs: 10_000,
  maxMemoryMb: 256,
};
const newPool = (options: Partial<ProcessPoolOptions> = {}) =>
  new ProcessPool<Job, unknown>({ ...OPTIONS, ...options });
const a = { owner: "a" };
const reasonOf = (failed: Promise<unknown>) =>
  failed.then(
    () => "none",
    (error: unknown) => (error instanceof JobError ? error.reason : String(error)),
  );

async function untilGone(pid: number): Promise<void> {
  while (isRunning(pid) && commandLine(pid) !== "") await sleep(20);
}

describe("a job", () => {
  test("runs in another process, which is reused, and passes bytes both ways", async () => {
    const pool = newPool();
    const bytes = Buffer.alloc(3_000_000, 7);
    const [pid, echoed] = [
      await pool.run({ act: "pid" }, a),
      (await pool.run({ act: "echo", value: { bytes, width: 3 } }, a)) as { bytes: Uint8Array },
    ];
    expect(pid).not.toBe(process.pid);
    expect(Buffer.from(echoed.bytes).equals(bytes)).toBe(true);
    expect(await pool.run({ act: "pid" }, a)).toBe(pid);
  });

  test("runs at low priority, without the secrets of the environment", async () => {
    const setPriority = vi.spyOn(os, "setPriority");
    const pool = newPool();
    await pool.run({ act: "pid" }, a);
    expect(setPriority).toHaveBeenCalledWith(expect.any(Number), 10);
    expect(await pool.run({ act: "environment" }, a)).not.toContain("NEXTAUTH_SECRET");
  });

  test.each([
    ["that throws", { act: "throw", message: "no such thing" }, "threw"],
    ["that ends its process", { act: "crash" }, "crashed"],
    ["that never ends", { act: "spin", ms: 60_000 }, "timed-out"],
    ["that fills its heap", { act: "heap" }, "out-of-memory"],
    ["that fills memory outside its heap without a pause", { act: "buffers" }, "out-of-memory"],
  ])("%s is the only one that fails, with the reason", async (_what, job, reason) => {
    const pool = newPool({ timeoutMs: 60_000, maxWaitMs: 60_000 });
    const [failed, next] = [reasonOf(pool.run(job, a)), pool.run({ act: "echo", value: 1 }, a)];
    expect(await failed).toBe(reason);
    expect(await next).toBe(1);
  });

  test("may get less processor time than its program allows", async () => {
    const pool = newPool({ timeoutMs: 60_000 });
    expect(await reasonOf(pool.run({ act: "spin", ms: 1500 }, a))).toBe("none");
    expect(await reasonOf(pool.run({ act: "spin", ms: 60_000 }, { ...a, maxCpuMs: 500 }))).toBe("timed-out");
  });

  test("that times out on a busy machine is not at fault, and may be retried", async () => {
    const pool = newPool({ timeoutMs: 2000 });
    const [late, next] = [pool.run({ act: "sleep", ms: 60_000 }, a), pool.run({ act: "echo", value: 1 }, a)];
    await expect(late).rejects.toMatchObject({ name: "OverloadedError", retryAfterSeconds: expect.any(Number) });
    expect(await next).toBe(1);
  });

  test("whose program is missing is not at fault", async () => {
    expect(await reasonOf(newPool({ script: "tests/nothing.mjs" }).run({ act: "pid" }, a))).toBe("not-started");
  });

  test("that leaves its process large retires it", async () => {
    const pool = newPool();
    const first = await pool.run({ act: "grow", bytes: 160_000_000 }, a);
    expect(await pool.run({ act: "pid" }, a)).not.toBe(first);
  });
});

describe("the queue", () => {
  test("serves owners in turn, however many jobs one of them has", async () => {
    const pool = newPool();
    const order: string[] = [];
    const add = (owner: string) => pool.run({ act: "sleep", ms: 5 }, { owner }).then(() => order.push(owner));
    await Promise.all([..."aaaaabbc"].map(add));
    expect(order.join("")).toMatch(/^abc(ab|ba)aaa$/);
  });

  test("reserves room for others when one owner fills its share, and rejects jobs when full", async () => {
    const pool = newPool({ maxQueued: 4, maxQueuedPerOwner: 3 });
    const run = (owner: string) => pool.run({ act: "sleep", ms: 20 }, { owner });
    const [running, ...waiting] = ["a", "a", "a", "a"].map(run);
    const overloaded = expect.objectContaining({
      name: "OverloadedError",
      retryAfterSeconds: expect.any(Number) as number,
    }) as OverloadedError;
    await expect(run("a")).rejects.toEqual(overloaded);
    const stranger = run("b");
    await expect(run("c")).rejects.toBeInstanceOf(OverloadedError);
    await Promise.all([running, ...waiting, stranger]);
    await run("c");
  });

  test("reserves the last process for other owners", async () => {
    const pool = newPool({ size: 2, timeoutMs: 60_000 });
    const leaving = new AbortController();
    const spins = [1, 2, 3].map(() =>
      reasonOf(pool.run({ act: "spin", ms: 50_000 }, { ...a, signal: leaving.signal })),
    );
    expect(await pool.run({ act: "echo", value: "at once" }, { owner: "b" })).toBe("at once");
    leaving.abort("left");
    expect(await Promise.all(spins)).toEqual(["left", "left", "left"]);
  });

  test("rejects a job that has waited too long", async () => {
    const pool = newPool({ maxWaitMs: 50 });
    const first = pool.run({ act: "sleep", ms: 500 }, a);
    await expect(pool.run({ act: "pid" }, a)).rejects.toBeInstanceOf(OverloadedError);
    await first;
  });
});

test("dequeues or ends the jobs of disconnected callers, so that ten of them delay no one", async () => {
  const pool = newPool({ maxQueued: 11, maxQueuedPerOwner: 11, timeoutMs: 60_000 });
  const leaving = new AbortController();
  const abandoned = Array.from({ length: 10 }, () =>
    reasonOf(pool.run({ act: "spin", ms: 50_000 }, { ...a, signal: leaving.signal })),
  );
  const stranger = pool.run({ act: "echo", value: 1 }, { owner: "b" });
  leaving.abort("left");
  expect(await stranger).toBe(1);
  expect(new Set(await Promise.all(abandoned))).toEqual(new Set(["left"]));
  expect(await reasonOf(pool.run({ act: "pid" }, { ...a, signal: leaving.signal }))).toBe("left");
});

describe("leaves no process behind", () => {
  test("after being idle", async () => {
    const pool = newPool({ idleMs: 50 });
    await untilGone((await pool.run({ act: "pid" }, a)) as number);
    expect(await pool.run({ act: "echo", value: 1 }, a)).toBe(1);
  });

  test.each(["SIGKILL", "SIGTERM"] as const)("when its parent ends by %s, busy or idle", async (signal) => {
    const parent = spawn(process.execPath, ["tests/lib/infra/process/pool-parent.mjs", "stay"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = (await once(parent.stdout, "data")) as [Buffer];
    const children = JSON.parse(said.toString()) as number[];
    await sleep(100);
    expect(children.every(isRunning)).toBe(true);
    parent.kill(signal);
    await Promise.all(children.map(untilGone));
  });

  test("and does not keep an idle parent alive", async () => {
    const parent = spawn(process.execPath, ["tests/lib/infra/process/pool-parent.mjs"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [[said], [code]] = (await Promise.all([once(parent.stdout, "data"), once(parent, "exit")])) as [
      [Buffer],
      [number],
    ];
    expect(code).toBe(0);
    await Promise.all((JSON.parse(said.toString()) as number[]).map(untilGone));
  });
});

test("shares one pool per name, however often its module is loaded", () => {
  expect(sharedPool(OPTIONS)).toBe(sharedPool({ ...OPTIONS }));
});
