import type { z } from "zod";
import type { Context } from "@/lib/domain/kernel/context";
import type { Shape } from "./declaration";
import type { EventsRequest, EventStream } from "@/lib/http/response/event-stream";
import type { JsonEntries } from "@/lib/http/response/json-stream";
import type { ArchiveFile } from "@/lib/http/response/zip-stream";
import { complete, type SessionOperation } from "./operation";

type Streamed = Pick<SessionOperation, "budget">;

const streamed = (route: string, defaults: Partial<SessionOperation>, declared: object): SessionOperation =>
  complete(route, { channel: "session", session: "required", budgetPer: "user", ...defaults }, declared);

/** Declares a session route for signed-in users that responds with a large object, entry by entry. */
export function entriesOperation(
  route: `GET /api/${string}`,
  { run, ...declared }: Streamed & { returns: z.ZodRecord; run(ctx: Context): JsonEntries },
): SessionOperation {
  return streamed(route, { response: "entries" }, { ...declared, run: async (ctx: Context) => run(ctx) });
}

export function eventsOperation<Q extends Shape>(
  route: `GET /api/${string}`,
  declared: Streamed & { query: Q; run(ctx: Context, input: z.output<Q> & EventsRequest): Promise<EventStream> },
): SessionOperation {
  return streamed(route, { returns: null, response: "events" }, declared);
}

export function archiveOperation(
  route: `GET /api/${string}`,
  { run, ...declared }: Streamed & { archiveName: string; run(ctx: Context): AsyncGenerator<ArchiveFile, void> },
): SessionOperation {
  const started = { ...declared, run: async (ctx: Context) => run(ctx) };
  return streamed(route, { returns: null, response: "archive" }, started);
}
