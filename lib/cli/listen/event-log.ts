import { setTimeout as sleep } from "node:timers/promises";
import type { EventRecord } from "@/lib/domain/consequences/events/schema";
import { exitCodeOf, EXIT } from "@/lib/cli/exit-codes";
import type { Transport } from "@/lib/openapi/client/runtime";

/** The polling interval. Uses a quarter of a key's rate limit. */
const POLL_MS = 2000;
const LONGEST_WAIT_MS = 30_000;
const PAGE_SIZE = 50;
/** How often recording is renewed. The server records for a month. */
const RENEW_MS = 3_600_000;

/** Called when the connection to the server is first made, lost or made again. */
export type OnContact = (contact: "first" | "lost" | "again", error?: Error) => void;

/**
 * Reads the account's events after a position, in commit order, and waits for more. Retries while the server fails or
 * is unavailable: no event is missed, because every request names the last event.
 * @param recorded events that the log contains only while a client requests them
 * @throws the API's rejection: the key is not allowed to, or the event at the position is no longer kept
 */
export async function* eventsAfter(
  transport: Transport,
  after: string | null,
  onContact: OnContact,
  recorded: readonly string[] = [],
): AsyncGenerator<EventRecord, never> {
  const keepRecording = recorder(transport, recorded);
  for (let state: "new" | "lost" | "fine" = "new", waitMs = POLL_MS; ; await sleep(waitMs)) {
    try {
      await keepRecording();
      for (let isMore = true; isMore;) {
        const page = await transport.list<EventRecord>("/api/v1/events", {
          ...(after === null ? {} : { after }),
          limit: PAGE_SIZE,
        } as object);
        if (state !== "fine") onContact(state === "new" ? "first" : "again");
        state = "fine";
        for (const event of page.data) {
          yield event;
          after = event.eventId;
        }
        isMore = page.nextCursor !== null;
      }
      waitMs = POLL_MS;
    } catch (error) {
      const exitCode = exitCodeOf(error);
      if (exitCode !== EXIT.failed && exitCode !== EXIT.rateLimited) throw error;
      if (state !== "lost") onContact("lost", error as Error);
      state = "lost";
      waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
    }
  }
}

/** Returns a function that asks the server to keep recording events, at most once per `RENEW_MS`. */
function recorder(transport: Transport, events: readonly string[]): () => Promise<void> {
  let renewAt = 0;
  return async () => {
    if (events.length === 0 || Date.now() < renewAt) return;
    await transport.send({ method: "POST", path: "/api/v1/events/subscribe", json: { events } });
    renewAt = Date.now() + RENEW_MS;
  };
}

/** Returns the newest event's id, or null if there is none yet. */
export async function newestEvent(transport: Transport): Promise<string | null> {
  const { data } = await transport.send<{ data: EventRecord[] }>({
    method: "GET",
    path: "/api/v1/events/matches",
    query: { events: "*" },
  });
  return data[0]?.eventId ?? null;
}
