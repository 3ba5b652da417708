import { sessionIdOfRequest } from "@/lib/auth/session";
import { log } from "@/lib/infra/log/log";
import { closeConnection } from "@/lib/infra/network/client-ip";

/** A source of text in the server-sent events format, for one reader. */
export interface EventStream {
  /** Resolves to the next text to send; undefined after the end. */
  next(): Promise<string | undefined>;
  /** Called when the reader is gone. */
  cancel(): void;
  /** Closes the connection at once, even if its reader does not read. Set by `streamEvents`. */
  cutOff: () => void;
}

/** What a request for events says. */
export interface EventsRequest {
  lastEventId?: string;
  sessionId: string;
}

/** Not cached, compressed or buffered by proxies. */
const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};

/** Responds with events as they occur. Buffers nothing itself: `events` bounds what is queued for a slow reader. */
export function streamEvents(request: Request, events: EventStream): Response {
  const encoder = new TextEncoder();
  events.cutOff = () => closeConnection(request);
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const text = await events.next();
      if (text === undefined) controller.close();
      else controller.enqueue(encoder.encode(text));
    },
    cancel: () => events.cancel(),
  };
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), { headers: HEADERS });
}

/** Runs a job at once instead of after the response, which for an event stream would be minutes later. */
export function runAtOnce(job: () => Promise<unknown>): void {
  job().catch((error: unknown) => log.error("job of an event stream failed", { error }));
}

/** Returns the reader's session and its last event id, from the header that browsers send or the query parameter. */
export async function eventsRequestOf(
  request: Request,
  { lastEventId }: { lastEventId?: unknown },
): Promise<EventsRequest> {
  const header = request.headers.get("last-event-id");
  return {
    // A browser that reconnects sends both; the header is newer.
    lastEventId: header || (typeof lastEventId === "string" ? lastEventId : undefined),
    sessionId: (await sessionIdOfRequest(request)) ?? "",
  };
}
