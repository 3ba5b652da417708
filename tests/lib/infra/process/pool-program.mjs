import os from "node:os";
import { serveJobs } from "../../../../lib/infra/process/serve-jobs.mjs";

const SPIN = {
  ms: (ms) => {
    for (const end = Date.now() + ms; Date.now() < end;);
  },
};

const ACTS = {
  echo: ({ value }) => value,
  pid: () => process.pid,
  priority: () => os.getPriority(),
  environment: () => Object.keys(process.env),
  sleep: ({ ms }) => new Promise((resolve) => setTimeout(() => resolve(process.pid), ms)),
  spin: ({ ms }) => SPIN.ms(ms),
  throw: ({ message }) => {
    throw new Error(message);
  },
  crash: () => process.exit(3),
  heap: () => {
    for (const kept = []; ;) kept.push({ kept: kept.length, and: [1, 2, 3] });
  },
  buffers: () => {
    for (const kept = []; ;) kept.push(Buffer.alloc(4_000_000, 1));
  },
  grow: ({ bytes }) => {
    globalThis.kept = Buffer.alloc(bytes, 1);
    return process.pid;
  },
};

serveJobs((job) => ACTS[job.act](job), { maxCpuMs: 5_000 });
