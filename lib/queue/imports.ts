import { runDueImport } from "@/lib/domain/accounts/imports/due";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { platformContext } from "./platform";
import { repeat } from "./repeat";

/** Somebody who has sent an archive looks at the page. */
const POLL_MS = 2000;

const report = onceAMinute((error, suppressed) => log.error("imports failed", { error, suppressed }));

/** Reads the archives that wait, one after the other. */
export async function runImports(stop?: AbortSignal): Promise<void> {
  try {
    while (!stop?.aborted && (await runDueImport(platformContext(), stop)));
  } catch (error) {
    report(error);
  }
}

/** Starts to read archives in a long-lived process. Returns the function that stops it, and lets others go on. */
export function startImports(): () => Promise<void> {
  const stop = new AbortController();
  const ended = repeat(() => runImports(stop.signal), { everyMs: POLL_MS });
  return () => {
    stop.abort();
    return ended();
  };
}
