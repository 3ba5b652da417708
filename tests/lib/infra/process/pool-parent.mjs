// A parent to be killed: starts a job that never ends and a process that stays idle, and prints their ids.
import { register } from "tsx/esm/api";

register();
const { ProcessPool } = await import("../../../../lib/infra/process/pool.ts");

const pool = new ProcessPool({
  name: "test",
  script: "tests/lib/infra/process/pool-program.mjs",
  size: 2,
  maxQueued: 9,
  maxQueuedPerOwner: 9,
  timeoutMs: 60_000,
  maxMemoryMb: 256,
});
const [busy, idle] = await Promise.all([
  pool.run({ act: "sleep", ms: 50 }, { owner: "a" }),
  pool.run({ act: "sleep", ms: 50 }, { owner: "b" }),
]);
if (process.argv[2] === "stay") pool.run({ act: "spin", ms: 60_000 }, { owner: "a" }).catch(() => undefined);
process.stdout.write(`${JSON.stringify([busy, idle])}\n`);
