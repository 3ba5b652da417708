import { createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CommandError, EXIT } from "@/lib/cli/exit-codes";
import { printLine, say } from "@/lib/cli/output";
import { valuesOf } from "@/lib/cli/package";
import { type Connection, stateFolder, transportTo, writePrivately } from "@/lib/cli/profiles";
import { LOG_INTERRUPTED } from "@/lib/domain/consequences/event-log/rules";
import type { EventRecord } from "@/lib/domain/consequences/events/schema";
import { bodyOf } from "@/lib/domain/consequences/webhooks/envelope";
import { TIMEOUT_MS } from "@/lib/domain/consequences/webhooks/rules";
import { newSigningSecret, signedHeaders } from "@/lib/domain/consequences/webhooks/signing";
import { PegboardError, type Transport } from "@/lib/openapi/client/runtime";
import { eventsAfter, newestEvent, type OnContact } from "./event-log";

interface ListenOptions {
  forward?: string;
  /** Names of events, or prefixes of names before a `*`. All events if undefined. */
  events?: string[];
  from?: string;
  secret?: string;
}

/**
 * Forwards the account's events to a receiver on this machine, one after the other, forever. The position is stored
 * after the receiver has accepted an event, so however this program ends, the next run continues with the first event
 * that was not accepted.
 */
export async function listen(
  connection: Connection,
  { events, from, secret, ...given }: ListenOptions,
): Promise<never> {
  const forward = receiverAddress(given.forward);
  const transport = transportTo(connection);
  const account = await transport.send<{ id: string; handle: string }>({ method: "GET", path: "/api/v1/me" });
  const file = positionFile(connection.site, account.id, forward);
  let position = await startFrom(transport, from, readPosition(file), secret);
  savePosition(file, position);

  const onContact = reporter(() => {
    say(`Ready. Events of @${account.handle} on ${connection.site} go to ${forward}, signed with ${position.secret}`);
    report({ type: "ready", forward, secret: position.secret, after: position.after });
  });
  try {
    // As for endpoints, `*` does not include events that must be requested by name.
    const recorded = askedByName().filter((name) =>
      events?.some((pattern) => pattern !== "*" && covers(pattern, name)),
    );
    for await (const event of eventsAfter(transport, position.after, onContact, recorded)) {
      if (event.event === LOG_INTERRUPTED) sayInterruption(event.data);
      const isWanted = event.event !== LOG_INTERRUPTED && (!events || events.some((name) => covers(name, event.event)));
      const sequence = position.delivered + (isWanted ? 1 : 0);
      if (isWanted)
        await deliver(
          event,
          sequence,
          { url: forward, secret: position.secret },
          ({ outcome, isDelivered, waitMs }) => {
            const next = isDelivered ? "" : `, again in ${waitMs / 1000} s`;
            say(`${new Date().toLocaleTimeString()}  ${event.event}  ${event.eventId}  ${outcome}${next}`);
            report({ type: "attempt", eventId: event.eventId, event: event.event, sequence, outcome, isDelivered });
          },
        );
      position = { ...position, after: event.eventId, delivered: sequence };
      savePosition(file, position);
    }
  } catch (error) {
    throw explained(error);
  }
  throw new Error("The log of events has no end.");
}

/** The ports below 1024 that the web uses, and those above that `fetch` rejects (the Fetch standard's “bad ports”). */
const WEB_PORTS = [80, 443];
const REJECTED_PORTS = [
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697, 10_080],
  ...[6665, 6666, 6667, 6668, 6669],
];

/**
 * Returns where to forward events: `localhost:4000/hook` is `http://localhost:4000/hook`.
 * @throws CommandError for what could never be reached
 */
function receiverAddress(given = ""): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!given || !url || !/^https?:$/.test(url.protocol))
    throw new CommandError("Say where to: --forward http://localhost:4000", EXIT.usage);
  if (url.username || url.password)
    throw new CommandError("The address to forward to takes no user name and password.", EXIT.usage);
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (REJECTED_PORTS.includes(port) || (port < 1024 && !WEB_PORTS.includes(port)))
    throw new CommandError(`Port ${port} is not for web servers: let your receiver listen at another.`, EXIT.usage);
  return address;
}

async function startFrom(
  transport: Transport,
  from: string | undefined,
  stored: Position | undefined,
  secret: string | undefined,
): Promise<Position> {
  const { after, delivered } =
    from === undefined && stored ? stored : { after: await pointOf(transport, from), delivered: 0 };
  return { after, delivered, secret: secret ?? stored?.secret ?? newSigningSecret(randomBytes) };
}

async function pointOf(transport: Transport, from = "now"): Promise<string | null> {
  if (from === "start") return null;
  return from === "now" ? newestEvent(transport) : from;
}

/** Events that the log contains only if a client requests them by name. */
const askedByName = () => valuesOf("events", "subscribe", "events");

/** Whether `post.created`, `post.*` or `*` includes an event. */
function covers(name: string, event: string): boolean {
  return name.endsWith("*") ? event.startsWith(name.slice(0, -1)) : name === event;
}

function reporter(onReady: () => void): OnContact {
  return (contact, error) => {
    if (contact === "first") return onReady();
    say(
      contact === "lost" ? `Lost the server: ${error?.message} Asking again until it is back.` : "The server is back.",
    );
    report({ type: contact === "lost" ? "lost" : "back" });
  };
}

/** Prints a line of JSON for programs that run this one. In a terminal, the messages for people are enough. */
function report(line: object): void {
  if (!process.stdout.isTTY) printLine(line);
}

/** An entry of the log that is no event: nobody renewed the recording in time. */
function sayInterruption({ events, from, to }: EventRecord["data"]): void {
  say(`Not recorded from ${String(from)} to ${String(to)}, because nothing asked for it: ${String(events)}`);
  report({ type: "interrupted", events, from, to });
}

function explained(error: unknown): unknown {
  if (!(error instanceof PegboardError) || error.param !== "after") return error;
  return new CommandError(
    "The last event that arrived here is no longer kept. Say where to go on: --from start, now or a time.",
    EXIT.rejected,
  );
}

interface Position {
  /** The `eventId` of the last event that the receiver accepted, or a time; null before the account's first event. */
  after: string | null;
  /** The number of events it accepted; the next one's `sequence` is one more. */
  delivered: number;
  /** The secret that signs deliveries to it. */
  secret: string;
}

/** The file of a receiver's position: one for each account of a site and URL. */
function positionFile(site: string, accountId: string, forward: string): string {
  const name = createHash("sha256").update([site, accountId, forward].join("\n")).digest("hex").slice(0, 32);
  return path.join(stateFolder(), "listen", `${name}.json`);
}

function readPosition(file: string): Position | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Position) : undefined;
}

function savePosition(file: string, position: Position): void {
  writePrivately(file, position);
}

/** The delay between attempts doubles each time, up to the longest. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

interface LocalReceiver {
  url: string;
  secret: string;
}

/**
 * Delivers an event, with retries, until the receiver accepts it with a 2xx. It has the body and headers of a webhook,
 * and the event's id as the delivery id, so that a receiver can recognize a duplicate.
 */
async function deliver(
  event: EventRecord,
  sequence: number,
  receiver: LocalReceiver,
  onAttempt: (attempt: { outcome: string; isDelivered: boolean; waitMs: number }) => void,
): Promise<void> {
  const id = event.eventId;
  const name = event.event;
  const body = bodyOf({ ...event, id, sequence });
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
