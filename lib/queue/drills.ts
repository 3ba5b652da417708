import { spawn } from "node:child_process";
import { once } from "node:events";
import { isDrillDue } from "@/lib/domain/deployment/drills/queries";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { env } from "@/lib/infra/environment/env";
import type { TimeOfDay } from "@/lib/infra/environment/variables";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { lowerPriority } from "@/lib/infra/process/job-process";
import { platformContext } from "./platform";
import { repeat } from "./repeat";

const POLL_MS = 5 * MINUTE_MS;
/** Delayed, because a starting process has more urgent work. */
const FIRST_POLL_MS = MINUTE_MS;
/** The heap of a drill, which streams what it restores. */
const MAX_HEAP_MB = 400;
const MAX_STDERR_CHARS = 8192;

const report = onceAMinute((error, suppressed) => log.error("restore drill not begun", { error, suppressed }));

/**
 * Starts the daily drills in a long-lived process, where `DRILL_AT` is set. Returns the function that stops them, and
 * with them a drill that is running.
 */
export function startDrills(): () => Promise<void> {
  const { at } = env().drills;
  if (at === undefined) return async () => undefined;
  const stop = new AbortController();
  const ended = repeat(() => runDueDrill(at, stop.signal).catch(report), { everyMs: POLL_MS, firstMs: FIRST_POLL_MS });
  return () => {
    stop.abort();
    return ended();
  };
}

/**
 * Runs today's drill, if it is due, in a process of its own. That one asks again while it holds the lock that keeps
 * drills of other machines away, so one of them runs it.
 */
export async function runDueDrill(at: TimeOfDay, stop: AbortSignal): Promise<void> {
  if (!(await isDrillDue(platformContext(), at))) return;
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${MAX_HEAP_MB}`, "--import", "tsx", "scripts/drill.ts", "--daily"],
    { cwd: /* turbopackIgnore: true */ process.cwd(), stdio: ["ignore", "ignore", "pipe"] },
  );
  if (child.pid !== undefined) lowerPriority(child.pid);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-MAX_STDERR_CHARS)));
  const interrupt = () => child.kill("SIGTERM");
  stop.addEventListener("abort", interrupt, { once: true });
  try {
    const [code] = (await once(child, "close")) as [number | null];
    if (code === 0) log.info("restore drill ended");
    else if (!stop.aborted) log.error("restore drill failed", { code, stderr: stderr.trim() });
  } finally {
    stop.removeEventListener("abort", interrupt);
  }
}
