// The program of the Markdown pool's child processes.
import { serveJobs } from "../../../infra/process/serve-jobs.mjs";
import { renderToHtml } from "./pipeline.mjs";

/** Twice what prose of the maximum length takes on a slow machine. */
const MAX_CPU_MS = 8_000;

serveJobs(renderToHtml, { maxCpuMs: MAX_CPU_MS });
