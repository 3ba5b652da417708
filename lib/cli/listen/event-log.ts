import { setTimeout as sleep } from "node:timers/promises";
import type { EventRecord } from "@/lib/domain/events/schema";
import { exitCodeOf, EXIT } from "@/lib/cli/exit-codes";
import type { Transport } from "@/lib/openapi/client/runtime";

/** Between two questions whether there is something new: a quarter of what the API allows a key. */
const POLL_MS = 2000;
const LONGEST_WAIT_MS = 30_000;
const PAGE_SIZE = 50;
/** The server records for a day. */
const RENEW_MS = 3_600_000;

/** What happens to the connection to the server, in words for people. */
export type OnContact = (contact: "first" | "lost" | "again", error?: Error) => void;

/**
 * Reads the account's events after a point, in the order of their commits, and waits for more. A server that fails or
 * is away is asked again until it is back: nothing is missed, because every question says what the last event was.
 * @param recorded events that the log has only while somebody asks for them
 * @throws what the API refuses: a key that is not allowed to, or an event that is no longer kept
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

/** Returns what asks the server to record events, for longer than until it is called next, and only when it is time. */
function recorder(transport: Transport, events: readonly string[]): () => Promise<void> {
  let renewAt = 0;
  return async () => {
    if (events.length === 0 || Date.now() < renewAt) return;
    await transport.send({ method: "POST", path: "/api/v1/events/subscribe", json: { events } });
    renewAt = Date.now() + RENEW_MS;
  };
}

/** The newest event's id, or null if there is none yet. */
export async function newestEvent(transport: Transport): Promise<string | null> {
  const { data } = await transport.send<{ data: EventRecord[] }>({
    method: "GET",
    path: "/api/v1/events/matches",
    query: { events: "*" },
  });
  return data[0]?.eventId ?? null;
}
