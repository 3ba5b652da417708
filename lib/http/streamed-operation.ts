import type { z } from "zod";
import type { Context } from "@/lib/domain/context";
import type { BudgetName } from "@/lib/infra/limiter/rate-limit";
import type { Shape } from "./declaration";
import type { EventStream } from "@/lib/http/response/event-stream";
import type { JsonEntries } from "@/lib/http/response/json-stream";
import { common, type SessionOperation } from "./operation";
import type { ArchiveFile } from "@/lib/http/response/zip-stream";

/** Declares a session route for signed-in users whose response is streamed as it is produced. */
export function streamedSessionOperation(
  route: `GET /api/${string}`,
  {
    run,
    ...declared
  }: Pick<SessionOperation, "summary"> & { returns: z.ZodRecord; budget?: BudgetName; run(ctx: Context): JsonEntries },
): SessionOperation {
  const started = async (ctx: Context) => run(ctx);
  return {
    ...common(route, { ...declared, run: started }),
    channel: "session",
    session: "required",
    budget: declared.budget,
    budgetPer: "user",
    streamed: true,
  };
}

/** What an event stream's operation receives besides its input. */
export interface EventsRequest {
  lastEventId?: string;
  sessionId: string;
}

/** Declares a session route for signed-in users that responds with `text/event-stream`. */
export function eventsOperation<Q extends Shape>(
  route: `GET /api/${string}`,
  {
    run,
    ...declared
  }: Pick<SessionOperation, "summary" | "description" | "budget"> & {
    query: Q;
    run(ctx: Context, input: z.output<Q> & EventsRequest): Promise<EventStream>;
  },
): SessionOperation {
  return {
    ...common(route, { ...declared, returns: null, run }),
    channel: "session",
    session: "required",
    budget: declared.budget,
    budgetPer: "user",
    events: true,
  };
}

/** Declares a session route for signed-in users that responds with a ZIP archive, made as it is read. */
export function archiveOperation(
  route: `GET /api/${string}`,
  {
    run,
    archive,
    ...declared
  }: Pick<SessionOperation, "summary"> & {
    archive: string;
    budget?: BudgetName;
    run(ctx: Context): AsyncGenerator<ArchiveFile, void>;
  },
): SessionOperation {
  const started = async (ctx: Context) => run(ctx);
  return {
    ...common(route, { ...declared, returns: null, run: started }),
    channel: "session",
    session: "required",
    budget: declared.budget,
    budgetPer: "user",
    archive,
  };
}
