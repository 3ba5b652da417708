import type { z } from "zod";
import type { Context } from "@/lib/domain/context";
import type { Shape } from "./declaration";
import type { EventStream } from "@/lib/http/response/event-stream";
import type { JsonEntries } from "@/lib/http/response/json-stream";
import type { ArchiveFile } from "@/lib/http/response/zip-stream";
import { complete, type SessionOperation } from "./operation";

type Streamed = Pick<SessionOperation, "budget">;

const SIGNED_IN = { channel: "session", session: "required", budgetPer: "user" } as const;

/** Declares a session route for signed-in users that responds with a large object, entry by entry. */
export function entriesOperation(
  route: `GET /api/${string}`,
  { run, ...declared }: Streamed & { returns: z.ZodRecord; run(ctx: Context): JsonEntries },
): SessionOperation {
  const started = async (ctx: Context) => run(ctx);
  return complete<SessionOperation>(route, { ...SIGNED_IN, response: "entries" }, { ...declared, run: started });
}

/** What an event stream's operation receives besides its input. */
export interface EventsRequest {
  lastEventId?: string;
  sessionId: string;
}

/** Declares a session route for signed-in users that responds with `text/event-stream`. */
export function eventsOperation<Q extends Shape>(
  route: `GET /api/${string}`,
  declared: Streamed & { query: Q; run(ctx: Context, input: z.output<Q> & EventsRequest): Promise<EventStream> },
): SessionOperation {
  return complete<SessionOperation>(route, { ...SIGNED_IN, returns: null, response: "events" }, declared);
}

/** Declares a session route for signed-in users that responds with a ZIP archive, produced as it is read. */
export function archiveOperation(
  route: `GET /api/${string}`,
  { run, ...declared }: Streamed & { archiveName: string; run(ctx: Context): AsyncGenerator<ArchiveFile, void> },
): SessionOperation {
  const started = async (ctx: Context) => run(ctx);
  return complete<SessionOperation>(
    route,
    { ...SIGNED_IN, returns: null, response: "archive" },
    { ...declared, run: started },
  );
}
