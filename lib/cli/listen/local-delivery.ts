import { setTimeout as sleep } from "node:timers/promises";
import type { EventRecord } from "@/lib/domain/events/schema";
import { TIMEOUT_MS } from "@/lib/domain/webhooks/rules";
import { signedHeaders } from "@/lib/domain/webhooks/signing";

/** The delay between attempts doubles each time, up to the longest. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

export interface LocalReceiver {
  url: string;
  secret: string;
}

/**
 * Delivers an event, with retries, until the receiver accepts it with a 2xx. It has the body and headers of a webhook,
 * and the event's id as the delivery id, so that a receiver can recognize a duplicate.
 */
export async function deliver(
  event: EventRecord,
  sequence: number,
  receiver: LocalReceiver,
  onAttempt: (attempt: { outcome: string; isDelivered: boolean; waitMs: number }) => void,
): Promise<void> {
  const id = event.eventId;
  const { event: name, created, data, test } = event;
  const body = JSON.stringify({ id, event: name, created, data, eventId: id, sequence, test });
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const { outcome, isDelivered } = await attempt(receiver.url, body, {
      "Content-Type": "application/json",
      ...signedHeaders({ id, event: name, body }, [receiver.secret], new Date()),
    });
    onAttempt({ outcome, isDelivered, waitMs });
    if (isDelivered) return;
    await sleep(waitMs);
  }
}

async function attempt(url: string, body: string, headers: Record<string, string>) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { outcome: String(response.status), isDelivered: response.ok };
  } catch (error) {
    const { cause, message } = error as Error;
    return { outcome: cause instanceof Error ? cause.message : message, isDelivered: false };
  }
}
