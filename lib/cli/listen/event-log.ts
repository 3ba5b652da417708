import { setTimeout as sleep } from "node:timers/promises";
import type { EventRecord } from "@/lib/domain/events/schema";
import { exitCodeOf, EXIT } from "@/lib/cli/exit-codes";
import type { Transport } from "@/lib/openapi/client/runtime";

/** Between two questions whether there is something new: a quarter of what the API allows a key. */
const POLL_MS = 2000;
const LONGEST_WAIT_MS = 30_000;
const PAGE_SIZE = 50;

/** What happens to the connection to the server, in words for people. */
export type OnContact = (contact: "first" | "lost" | "again", error?: Error) => void;

/**
 * Reads the account's events after a point, in the order of their commits, and waits for more. A server that fails or
 * is away is asked again until it is back: nothing is missed, because every question says what the last event was.
 * @throws what the API refuses: a key that is not allowed to, or an event that is no longer kept
 */
export async function* eventsAfter(
  transport: Transport,
  after: string | null,
  onContact: OnContact,
): AsyncGenerator<EventRecord, never> {
  for (let state: "new" | "lost" | "fine" = "new", waitMs = POLL_MS; ; await sleep(waitMs)) {
    try {
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

/** The newest event's id, or null if there is none yet. */
export async function newestEvent(transport: Transport): Promise<string | null> {
  const { data } = await transport.send<{ data: EventRecord[] }>({
    method: "GET",
    path: "/api/v1/events/matches",
    query: { events: "*" },
  });
  return data[0]?.eventId ?? null;
}
