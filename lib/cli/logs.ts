import { setTimeout as sleep } from "node:timers/promises";
import type { Transport } from "@/lib/openapi/client/runtime";
import { EXIT, exitCodeOf } from "./exit-codes";
import { type Format, printLine, say } from "./output";

const INTERVAL_MS = 2000;
/** Server processes write their logs about every second, so an earlier request may appear after a later one. */
const LATE_MS = 10_000;
/** The maximum requests read per poll; for a busier key, the oldest are left out. */
const MAX_READ = 500;
const PATH = "/api/v1/requests";

interface LoggedRequest {
  id: string;
  createdAt: string;
  operation: string | null;
  status: number;
  error: string | null;
  durationMs: number;
}

/** Prints requests as they are logged, until it is stopped. Omits its own polls, which are logged too. */
export async function tailLogs(transport: Transport, query: Record<string, string>, format: Format): Promise<never> {
  const shown = new Map<string, number>();
  // Uses only the server's clock, because this machine's may differ.
  const { data } = await transport.list<LoggedRequest>(PATH, { limit: "1" } as object);
  const [newest] = data;
  let newestMs = newest ? Date.parse(newest.createdAt) : 0;
  for (const { id, createdAt } of newest ? await recent(transport, query, newestMs - LATE_MS) : [])
    shown.set(id, Date.parse(createdAt));
  say("Waiting for requests. Ctrl+C ends it.");
  for (; ; await sleep(INTERVAL_MS)) {
    const found = await recent(transport, query, newestMs - LATE_MS).catch(reportTemporary);
    for (const request of found.toReversed()) {
      const atMs = Date.parse(request.createdAt);
      newestMs = Math.max(newestMs, atMs);
      if (shown.has(request.id)) continue;
      shown.set(request.id, atMs);
      if (request.operation === `GET ${PATH}`) continue;
      if (format === "json") printLine(request);
      else process.stdout.write(`${lineOf(request)}\n`);
    }
    for (const [id, atMs] of shown) if (atMs < newestMs - 2 * LATE_MS) shown.delete(id);
  }
}

/** The requests since a time, the newest first. */
async function recent(transport: Transport, query: Record<string, string>, sinceMs: number): Promise<LoggedRequest[]> {
  const found: LoggedRequest[] = [];
  for await (const request of transport.list<LoggedRequest>(PATH, { limit: "50", ...query } as object)) {
    if (Date.parse(request.createdAt) < sinceMs || found.length === MAX_READ) break;
    found.push(request);
  }
  return found;
}

/** Reports temporary failures, an unavailable server or a rate limit, instead of ending the command. */
function reportTemporary(error: unknown): LoggedRequest[] {
  const exitCode = exitCodeOf(error);
  if (exitCode !== EXIT.failed && exitCode !== EXIT.rateLimited) throw error;
  say(`${(error as Error).message} Trying again.`);
  return [];
}

function lineOf({ createdAt, operation, status, error, durationMs, id }: LoggedRequest): string {
  const time = new Date(createdAt).toLocaleTimeString("en-GB");
  return [time, status, operation ?? "no operation", error, `${durationMs} ms`, id].filter(Boolean).join("  ");
}
