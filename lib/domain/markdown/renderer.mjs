// The program of the Markdown pool's child processes.
import { serveJobs } from "../../infra/serve-jobs.mjs";
import { renderToHtml } from "./pipeline.mjs";

/** Prose of the maximum length takes a tenth of this. */
const MAX_CPU_MS = 3_000;

serveJobs(renderToHtml, { maxCpuMs: MAX_CPU_MS });
