// The program of the Markdown pool's child processes.
import { serveJobs } from "../../infra/serve-jobs.mjs";
import { renderToHtml } from "./pipeline.mjs";

/** Prose as long as an article may be takes a tenth of that. */
const MAX_CPU_MS = 3_000;

serveJobs(renderToHtml, { maxCpuMs: MAX_CPU_MS });
