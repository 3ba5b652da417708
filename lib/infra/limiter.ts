import { createHash } from "node:crypto";
import type { Rate } from "./env-variables";

/** Calls that one subject asks for out of one budget. */
export interface Claim {
  budget: string;
  subject: string;
  rate: Rate;
  /** How many; absent, one. */
  calls?: number;
}

export interface Answer {
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
  ask(question: Question, claims: readonly Claim[]): Promise<Answer[]> | Answer[];
}

/** What the names of a budget's counters begin with. */
export const prefixOf = (budget: string) => `pegboard.limit.${budget}`;

const LONGEST_SUBJECT = 64;

/** Bounds the length of a subject: those that people type, such as a login, may be of any length. */
export function boundedSubject(subject: string): string {
  return subject.length <= LONGEST_SUBJECT ? subject : createHash("sha256").update(subject).digest("hex");
}

/** The windows that count for a claim at a moment, by the names of their counters. */
export interface Windows {
  current: string;
  previous: string;
  elapsedMs: number;
  windowMs: number;
}

export function windowsOf({ budget, subject, rate }: Claim, now: number): Windows {
  const name = `${prefixOf(budget)}:${boundedSubject(subject)}`;
  const windowMs = rate.seconds * 1000;
  const window = Math.floor(now / windowMs);
  return { current: `${name}:${window}`, previous: `${name}:${window - 1}`, elapsedMs: now % windowMs, windowMs };
}

interface Counted {
  /** Calls counted in the current window and in the previous one. */
  current: number;
  previous: number;
  limit: number;
  elapsedMs: number;
  windowMs: number;
}

/**
 * Returns the milliseconds until the next call is admitted, if none comes in between. The previous window counts by its
 * remaining overlap, rounded down: a call is admitted while `floor((1 - elapsed / window) * previous) + current <
 * limit`.
 */
export function waitUntilAdmitted({ current, previous, limit, elapsedMs, windowMs }: Counted): number {
  if (current < limit) return Math.max(0, firstAdmitted(previous, limit - current, windowMs) - elapsedMs);
  return windowMs - elapsedMs + firstAdmitted(current, limit, windowMs);
}

/** Returns the first millisecond of a window at which the previous one leaves room. */
function firstAdmitted(previous: number, room: number, windowMs: number): number {
  return previous < room ? 0 : Math.floor((windowMs * (previous - room)) / previous) + 1;
}
