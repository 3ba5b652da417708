import fs from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import fc from "fast-check";
import { UserError } from "@/scripts/tools/terminal";
import { RENDER_MEMORY_MB, RENDER_TIMEOUT_MS } from "@/lib/domain/writing/markdown/rules";
import { longDocument, smallDocument } from "@/tests/lib/domain/writing/markdown/grammar";
import { HOSTILE_DOCUMENTS } from "@/tests/lib/domain/writing/markdown/hostile-documents";
import { judge, type Verdict } from "@/tests/lib/domain/writing/markdown/judge";
import { table } from "../bench/table";
import { progressLine } from "../progress";
import { ownVariables } from "../variables";

const SMALL = 19_000;
const LONG = 1_000;
/** One per process of the pool, each for a different owner. */
const AT_ONCE = 2;
const BETWEEN_LOOKS_MS = 100;
/** A process may grow a little further between two checks of its own memory watch. */
const MEMORY_MARGIN_MB = 64;
const TIME_MARGIN_MS = 2_000;
/** How much this process may grow, although documents are rendered in others. */
const GROWTH_MB = 150;

/**
 * Renders twenty thousand documents with all of Markdown's grammar: they stay within the renderer's limits, and the
 * calling process is not affected.
 */
export async function prove(): Promise<void> {
  Object.assign(process.env, ownVariables("postgresql://nobody@127.0.0.1:1/none"));
  const documents = [
    ...Object.values(HOSTILE_DOCUMENTS),
    ...fc.sample(longDocument, LONG),
    ...fc.sample(smallDocument, SMALL),
  ];
  const before = process.memoryUsage.rss();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const watch = watchChildren();
  delay.enable();
  const { verdicts, slowestMs } = await judgeAll(documents);
  delay.disable();
  const children = watch.stop();
  const grownMb = (process.memoryUsage.rss() - before) / 2 ** 20;
  table(
    ["verdict", "documents"],
    Object.entries(verdicts).map(([verdict, count]) => [verdict, count.toLocaleString("en")]),
  );
  table(
    ["", ""],
    [
      ["slowest document, ms", slowestMs.toFixed(0)],
      ["most memory of a renderer, MB", children.mostMb.toFixed(0)],
      ["most renderers at once", String(children.most)],
      ["event loop delay of the asking process, p99, ms", (delay.percentile(99) / 1e6).toFixed(0)],
      ["growth of the asking process, MB", grownMb.toFixed(0)],
    ],
  );
  if (slowestMs > 2 * RENDER_TIMEOUT_MS + TIME_MARGIN_MS)
    throw new UserError("A document took longer than its own limit and that of the previous one.");
  if (children.mostMb > RENDER_MEMORY_MB + MEMORY_MARGIN_MB)
    throw new UserError(`A renderer took more than ${RENDER_MEMORY_MB} MB.`);
  if (children.most > AT_ONCE) throw new UserError("More renderers ran than the pool has.");
  if (grownMb > GROWTH_MB) throw new UserError("The calling process grew with the documents.");
  if ((verdicts.rendered ?? 0) < documents.length / 2)
    throw new UserError("Most documents were rejected, which proves little.");
}

async function judgeAll(
  documents: string[],
): Promise<{ verdicts: Partial<Record<Verdict, number>>; slowestMs: number }> {
  const verdicts: Partial<Record<Verdict, number>> = {};
  const progress = progressLine();
  let [next, done, slowestMs] = [0, 0, 0];
  const work = async (owner: string) => {
    for (let at = next++; at < documents.length; at = next++) {
      const from = performance.now();
      const verdict = await judge(documents[at]!, owner);
      slowestMs = Math.max(slowestMs, performance.now() - from);
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
      progress("documents", ++done, documents.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => work(`owner ${at}`)));
  return { verdicts, slowestMs };
}

/** The memory of this process's children, on Linux. */
function watchChildren() {
  const seen = { most: 0, mostMb: 0 };
  const timer = setInterval(() => {
    const megabytes = childrenOf(process.pid)
      .map(residentMb)
      .filter((mb) => mb > 0);
    seen.most = Math.max(seen.most, megabytes.length);
    seen.mostMb = Math.max(seen.mostMb, ...megabytes);
  }, BETWEEN_LOOKS_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return seen;
    },
  };
}

function childrenOf(pid: number): string[] {
  return read(`/proc/${pid}/task/${pid}/children`)
    .split(" ")
    .filter((child) => read(`/proc/${child}/cmdline`).includes("renderer.mjs"));
}

const residentMb = (pid: string) => Number(/^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** A process may have ended since it was listed. */
function read(file: string): string {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
