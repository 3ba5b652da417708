import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import type { EventRecord } from "@/lib/domain/consequences/events/schema";
import type { CreatedEndpoint, LoggedDelivery } from "@/lib/domain/consequences/webhooks/schema";
import { MAX_CONCURRENT_ATTEMPTS } from "@/lib/domain/consequences/webhooks/rules";
import { type Attempt, type FlakyReceiver, RETRY_AFTER_MS } from "./flaky-receiver";

/** An account's acts, its delivery log, and what its receiver got. */
export interface Story {
  endpoint: CreatedEndpoint;
  receiver: FlakyReceiver;
  /** The ids of the acknowledged posts. */
  posts: string[];
  /** In the order of their commits. */
  events: EventRecord[];
  /** Newest first. */
  deliveries: LoggedDelivery[];
}

/** Returns the problems of a story. `killedAt` are the times at which the server was killed. */
export function problemsOf(story: Story, killedAt: readonly number[]): string[] {
  const { receiver, deliveries } = story;
  const known = new Set(deliveries.map(({ id }) => id));
  return [
    ...eventProblems(story),
    ...deliveries.flatMap((delivery) =>
      deliveryProblems(delivery, story, killedAt).map((problem) => `${delivery.id} ${problem}`),
    ),
    ...[...receiver.attempts.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `${id} arrived, but was never committed`),
    ...(receiver.most() > MAX_CONCURRENT_ATTEMPTS ? [`The receiver had ${receiver.most()} requests at once`] : []),
    ...(receiver.redirected() > 0 ? [`${receiver.redirected()} redirects were followed`] : []),
  ];
}

/** Every act must have one event, every event one delivery, and the sequence must follow the commits without gaps. */
function eventProblems({ posts, events, deliveries }: Story): string[] {
  const committed = events.map(({ data }) => String(data.postId));
  const inSequence = deliveries.toSorted((a, b) => a.sequence - b.sequence);
  return [
    ...(committed.toSorted().join() === posts.toSorted().join()
      ? []
      : [`${posts.length} posts were answered, and there are events of ${committed.length}`]),
    ...(inSequence.every(({ sequence }, index) => sequence === index + 1) ? [] : ["The sequence has gaps or doubles"]),
    ...(inSequence.map(({ eventId }) => eventId).join() === events.map(({ eventId }) => eventId).join()
      ? []
      : ["Deliveries and events are not the same, in the same order"]),
  ];
}

function deliveryProblems(
  delivery: LoggedDelivery,
  { endpoint, receiver }: Story,
  killedAt: readonly number[],
): string[] {
  const attempts = receiver.attempts.get(delivery.id) ?? [];
  const accepted = attempts.some(({ answer }) => answer === 204);
  const envelope = JSON.parse(delivery.requestBody) as { id: string; eventId: string; sequence: number };
  return [
    ...(accepted ? [] : ["never arrived"]),
    ...((delivery.status === "delivered") === accepted ? [] : [`is ${delivery.status} in the log`]),
    ...(envelope.id === delivery.id && envelope.eventId === delivery.eventId && envelope.sequence === delivery.sequence
      ? []
      : ["says something else of itself"]),
    ...attempts.flatMap((attempt) => attemptProblems(attempt, delivery, endpoint.secret)),
    ...hasteProblems(attempts),
    ...logProblems(delivery, attempts, killedAt),
  ];
}

function attemptProblems({ headers, body, at }: Attempt, delivery: LoggedDelivery, secret: string): string[] {
  const timestamp = Number(headers["x-service-timestamp"]);
  const digest = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return [
    ...(body === delivery.requestBody ? [] : ["arrived with other bytes than the log's"]),
    ...(headers["x-service-delivery"] === delivery.id && headers["x-service-event"] === delivery.event
      ? []
      : ["has the headers of another"]),
    ...(headers["x-service-signature"] === `t=${timestamp},v1=${digest}` ? [] : ["is wrongly signed"]),
    ...(isStandard(secret, body, headers) ? [] : ["is wrongly signed for Standard Webhooks"]),
    ...(Math.abs(at / 1000 - timestamp) < 5
      ? []
      : [`was signed ${Math.round(at / 1000 - timestamp)} s before it came`]),
  ];
}

function isStandard(secret: string, body: string, headers: Attempt["headers"]): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Retry-After must be respected. The tolerance covers rounding of clocks. */
function hasteProblems(attempts: readonly Attempt[]): string[] {
  const early = attempts.filter(
    (attempt, index) =>
      attempts[index - 1]?.answer === 429 && attempt.at - attempts[index - 1]!.endedAt < RETRY_AFTER_MS - 10,
  );
  return early.length > 0 ? ["came back before the time that the receiver asked for"] : [];
}

function logProblems(
  { attempts: count, attemptLog }: LoggedDelivery,
  attempts: readonly Attempt[],
  killedAt: readonly number[],
): string[] {
  const logged = attemptLog.map(({ responseStatus }) => responseStatus);
  return [
    ...(agree(logged, attempts, killedAt)
      ? []
      : [
          `lists ${logged.join()}, and was answered ${attempts.map(({ answer, at }) => `${answer} (${new Date(at).toISOString()})`).join()}`,
        ]),
    ...(count === attemptLog.length ? [] : [`counts ${count} attempts, and lists ${attemptLog.length}`]),
  ];
}

/**
 * Whether a log has the receiver's responses in order. It may lack attempts that a kill interrupted, and attempts on a
 * reused connection that broke, which are repeated at once.
 */
function agree(logged: readonly (number | null)[], attempts: readonly Attempt[], killedAt: readonly number[]): boolean {
  const [attempt, ...later] = attempts;
  if (!attempt) return logged.length === 0;
  const status = typeof attempt.answer === "number" ? attempt.answer : null;
  return (
    (logged[0] === status && agree(logged.slice(1), later, killedAt)) ||
    (isExcused(attempt, killedAt) && agree(logged, later, killedAt))
  );
}

/** How long it may take to log an attempt. */
const WRITING_MS = 1500;
/** How long workers take to notice that their supervisor was killed, and their requests to arrive. */
const ENDING_MS = 500;

function isExcused({ answer, at, endedAt }: Attempt, killedAt: readonly number[]): boolean {
  return answer === "reset" || killedAt.some((kill) => at <= kill + ENDING_MS && kill <= endedAt + WRITING_MS);
}
