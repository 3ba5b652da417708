import { createHash } from "node:crypto";
import type { Rate } from "@/lib/infra/environment/variables";

/** Calls that one subject requests from one budget. */
export interface Claim {
  budget: string;
  subject: string;
  rate: Rate;
  /** How many calls; 1 by default. */
  calls?: number;
}

export interface Decision {
  allowed: boolean;
  remaining: number;
  /** Unix milliseconds: when the window ends or, after a rejection, when the next call is admitted. */
  reset: number;
}

/** The questions, and how each changes the count per call. */
export const CHANGES = { spend: 1, peek: 0, refund: -1 } as const;

export type Question = keyof typeof CHANGES;

/** Counts calls in sliding windows. */
export interface Limiter {
  /** Answers the claims in order. When spending, stops after the first claim that is rejected. */
  ask(question: Question, claims: readonly Claim[]): Promise<Decision[]> | Decision[];
}

/** The prefix of the names of a budget's counters. */
export const prefixOf = (budget: string) => `pegboard.limit.${budget}`;

const LONGEST_SUBJECT = 64;

/** Bounds the length of a subject, because subjects that people type, such as a login, may have any length. */
export function boundedSubject(subject: string): string {
  return subject.length <= LONGEST_SUBJECT ? subject : createHash("sha256").update(subject).digest("hex");
}

/** The name of a claim's counter, without the number of a window. */
export const counterOf = ({ budget, subject }: Claim) => `${prefixOf(budget)}:${boundedSubject(subject)}`;

/** The number of the window that contains `now`. */
export const windowAt = ({ seconds }: Rate, now: number) => Math.floor(now / (seconds * 1000));

/** Calls counted in the current window and in the previous one. */
export interface Counted {
  current: number;
  previous: number;
}

/**
 * Decides a claim from the counts. The previous window counts in proportion to its remaining overlap, rounded down: a
 * call is admitted while `floor((1 - elapsed / window) * previous) + current < limit`.
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

/** Rejects a claim, with the time at which the next call is admitted if no other comes before. */
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

/** Returns the first millisecond of a window at which the previous window's share leaves room for a call. */
function firstAdmitted(previous: number, room: number, windowMs: number): number {
  return previous < room ? 0 : Math.floor((windowMs * (previous - room)) / previous) + 1;
}
