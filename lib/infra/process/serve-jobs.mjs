// The child's side of lib/infra/process/pool.ts. A program is a plain .mjs file that Node runs unbundled:
//   import { serveJobs } from "./serve-jobs.mjs";
//   serveJobs(async (job) => result, { maxCpuMs: 5_000 });
import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

const MEGABYTE = 1024 * 1024;
/** A process that keeps more than this share of its memory after a job is replaced, so that the next job has enough. */
const RETIRE_ABOVE = 0.5;
const WATCH_MS = 50;

/**
 * Runs the jobs that the parent sends, one after the other, until the parent is gone. An error thrown by `perform`
 * fails only that job. `maxCpuMs` bounds a job's own processor time, which, unlike the time of the pool's timeout, does
 * not depend on how busy the machine is; a job may be given less.
 */
export function serveJobs(perform, { maxCpuMs }) {
  const maxBytes = Number(process.argv[2]) * MEGABYTE;
  const endsAtCpuMs = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Infinity);
  // Accepts no job before the watcher runs, because a job might block the main thread forever.
  watch(maxBytes, endsAtCpuMs).once("online", () => process.send({ ready: true }));
  offerToKernel();
  process.on("disconnect", () => process.exit());
  // Ctrl-C reaches every process of the terminal; this one ends with its parent.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  process.on("message", async ({ job, maxCpuMs: maxCpuMsOfJob = maxCpuMs }) => {
    const startedAtCpuMs = cpuMs();
    endsAtCpuMs[0] = startedAtCpuMs + Math.min(maxCpuMs, maxCpuMsOfJob);
    const outcome = await Promise.resolve(job)
      .then(perform)
      .then(
        (result) => ({ result }),
        (error) => ({ error: String(error?.message ?? error) }),
      );
    endsAtCpuMs[0] = Infinity;
    const retire = process.memoryUsage.rss() > maxBytes * RETIRE_ABOVE;
    process.send({ ...outcome, retire, cpuMs: cpuMs() - startedAtCpuMs });
  });
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Makes the kernel kill this process, rather than the server, when memory runs out. */
function offerToKernel() {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Not available on every system.
  }
}

/** Ends the process when it uses too much memory or processor time, or is orphaned, even while a job blocks it. */
function watch(maxBytes, endsAtCpuMs) {
  const code = `
    const { workerData: endsAtCpuMs } = require("node:worker_threads");
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      if ((user + system) / 1000 > endsAtCpuMs[0]) process.kill(process.pid, "SIGXCPU");
      if (process.memoryUsage.rss() > ${maxBytes} || process.ppid !== ${process.ppid}) process.kill(process.pid, "SIGKILL");
    }, ${WATCH_MS});`;
  const watcher = new Worker(code, {
    eval: true,
    workerData: endsAtCpuMs,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  watcher.unref();
  return watcher;
}
