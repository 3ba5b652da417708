import { createHash } from "node:crypto";
import type { Rate } from "@/lib/infra/environment/variables";

/** Calls that one subject asks for out of one budget. */
export interface Claim {
  budget: string;
  subject: string;
  rate: Rate;
  /** How many; absent, one. */
  calls?: number;
}

export interface Decision {
  allowed: boolean;
  remaining: number;
  /** Unix milliseconds: when the window ends or, after a rejection, when the next call is admitted. */
  reset: number;
}

/** What can be asked, and how each call changes what is counted. */
export const CHANGES = { spend: 1, peek: 0, refund: -1 } as const;

export type Question = keyof typeof CHANGES;

/** Counts calls in sliding windows. */
export interface Limiter {
  /** Answers the claims in turn. Of those to spend, the first that is rejected is the last counted and answered. */
  ask(question: Question, claims: readonly Claim[]): Promise<Decision[]> | Decision[];
}

/** What the names of a budget's counters begin with. */
export const prefixOf = (budget: string) => `pegboard.limit.${budget}`;

const LONGEST_SUBJECT = 64;

/** Bounds the length of a subject: those that people type, such as a login, may be of any length. */
export function boundedSubject(subject: string): string {
  return subject.length <= LONGEST_SUBJECT ? subject : createHash("sha256").update(subject).digest("hex");
}

/** The name of a claim's counter; each of its windows has a number. */
export const counterOf = ({ budget, subject }: Claim) => `${prefixOf(budget)}:${boundedSubject(subject)}`;

/** The number of the window that a moment is in. */
export const windowAt = ({ seconds }: Rate, now: number) => Math.floor(now / (seconds * 1000));

/** Calls counted in the current window and in the previous one. */
export interface Counted {
  current: number;
  previous: number;
}

/**
 * Answers a claim by what is counted. The previous window counts by its remaining overlap, rounded down: a call is
 * admitted while `floor((1 - elapsed / window) * previous) + current < limit`.
 * @returns the answer, and how many calls to count in the current window
 */
export function decide(
  question: Question,
  claim: Claim,
  { current, previous }: Counted,
  now: number,
): { answer: Decision; change: number } {
  const limit = claim.rate.count;
  const windowMs = claim.rate.seconds * 1000;
  const elapsedMs = now % windowMs;
  const before = Math.floor((1 - elapsedMs / windowMs) * previous) + current;
  const change = CHANGES[question] * (claim.calls ?? 1);
  if (question !== "refund" && before >= limit)
    return { answer: rejection(claim, { current, previous }, now), change: 0 };
  if (question === "spend" && before + change > limit)
    return { answer: rejection(claim, { current: current + change, previous }, now), change };
  const remaining = Math.max(0, limit - before - change);
  return { answer: { allowed: true, remaining, reset: now - elapsedMs + windowMs }, change };
}

/** Rejects a claim until the next call is admitted, if none comes in between. */
export function rejection({ rate }: Claim, { current, previous }: Counted, now: number): Decision {
  const limit = rate.count;
  const windowMs = rate.seconds * 1000;
  const start = now - (now % windowMs);
  const reset =
    current < limit
      ? start + firstAdmitted(previous, limit - current, windowMs)
      : start + windowMs + firstAdmitted(current, limit, windowMs);
  return { allowed: false, remaining: 0, reset: Math.max(now, reset) };
}

/** Returns the first millisecond of a window at which the previous one leaves room. */
function firstAdmitted(previous: number, room: number, windowMs: number): number {
  return previous < room ? 0 : Math.floor((windowMs * (previous - room)) / previous) + 1;
}
